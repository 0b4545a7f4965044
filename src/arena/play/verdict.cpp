#include "arena/play/verdict.h"

#include <algorithm>

namespace zerosum {

namespace {

EndReason reason_of(FaultCode code) {
    switch (code) {
        case FaultCode::IllegalMove:
            return EndReason::IllegalMove;
        case FaultCode::WrongBoard:
            return EndReason::WrongBoard;
        case FaultCode::MalformedAnswer:
            break;
    }
    return EndReason::MalformedAnswer;
}

EndReason reason_of(FailureCode code) {
    switch (code) {
        case FailureCode::Crashed:
            return EndReason::Crash;
        case FailureCode::KilledLate:
            return EndReason::Killed;
        case FailureCode::LimitHit:
            return EndReason::Limit;
        case FailureCode::NotStarted:
            return EndReason::NotStarted;
        case FailureCode::Stopped:
        case FailureCode::Unmeasured:
            return EndReason::Aborted;
        case FailureCode::NoAnswer:
            break;
    }
    return EndReason::NoAnswer;
}

}  // namespace

tl::expected<AnyMove, Loss> judge(const AnyPosition& position, const Reply& reply) {
    if (const auto* failure = std::get_if<Failure>(&reply.answer))
        return tl::unexpected(Loss{reason_of(failure->code), failure->sentence});
    if (const auto* output = std::get_if<std::string>(&reply.answer))
        return position.judge_output(*output).map_error([](const Fault& fault) {
            return Loss{reason_of(fault.code), fault.sentence};
        });
    const AnyMove move = std::get<AnyMove>(reply.answer);
    const std::vector<AnyMove> legal = position.moves();
    if (std::find(legal.begin(), legal.end(), move) != legal.end()) return move;
    return tl::unexpected(Loss{EndReason::IllegalMove, "not a move of this position"});
}

}  // namespace zerosum
