#include "app/terminal/table.h"

#include "arena/play/referee.h"

namespace zerosum::terminal {

Result<NewGame> Table::begin(int game) const {
    const Result<Board> drawn = board(game);
    if (!drawn) return tl::unexpected(drawn.error());
    if (const Result<void> ready = opponent->new_game(drawn->seed); !ready)
        return fail("{} cannot play: {}", opponent->name(), ready.error().message);
    const AnyPosition& start = *drawn->start;
    GameTerms its_terms = terms;
    its_terms.settings.seed = drawn->seed;
    if (drawn->komi) its_terms.settings.komi = *drawn->komi;
    return NewGame{
        begin_game(start, its_terms, Contestant(opponent.get(), spec).record()),
        fmt::format("{0}, {1} x {1}, {2}", start.game().title(), start.size(), drawn->origin)};
}

Result<void> Table::keep_record(int number, const GameInPlay& game) const {
    return keep ? keep(number, game.record()) : Result<void>{};
}

std::optional<Seconds> Table::patience() const {
    const std::optional<Seconds> reply = terms.settings.edition.reply;
    if (!can_hurry || !reply) return std::nullopt;
    return *reply + Seconds{1};
}

Reply Table::ask(const AnyPosition& position, Seconds bank, const std::stop_token& stop,
                 const std::function<void(const Thought&)>& on_thought) const {
    return opponent->choose(Turn{.position = position,
                                 .bank = bank,
                                 .lead_known = terms.lead_known,
                                 .on_thought = on_thought,
                                 .stop = stop,
                                 .move_time = terms.settings.edition.reply});
}

}  // namespace zerosum::terminal
