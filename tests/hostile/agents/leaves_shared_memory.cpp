// Leaves a System V shared memory segment, which outlives every process.
#include <sys/ipc.h>
#include <sys/shm.h>

#include "burner.h"

int main() {
    if (shmget(IPC_PRIVATE, 1 << 20, 0600) >= 0) (void)open("breach", O_WRONLY | O_CREAT, 0644);
    answer();
}
