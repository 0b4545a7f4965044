#include "players/reference/in_process.h"

#include "core/cpu_clock.h"

namespace zerosum {

Reply InProcessPlayer::choose(const Turn& turn) {
    const Seconds wall_start = wall_clock();
    const Seconds cpu_start = thread_cpu();
    Reply reply;
    reply.answer = pick(turn, reply.thought);
    reply.cpu = thread_cpu() - cpu_start;
    reply.cpu_user = reply.cpu;  // no system call worth the name happens in between
    reply.wall = wall_clock() - wall_start;
    return reply;
}

}  // namespace zerosum
