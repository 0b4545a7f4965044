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
    return NewGame{
        begin_game(start, its_terms, Contestant(opponent.get(), spec).record()),
        fmt::format("{0}, {1} x {1}, {2}", start.game().title(), start.size(), drawn->origin)};
}

Reply Table::ask(const AnyPosition& position, Seconds bank, const std::stop_token& stop,
                 const std::function<void(const Thought&)>& on_thought) const {
    return opponent->choose(Turn{.position = position,
                                 .bank = bank,
                                 .lead_known = terms.lead_known,
                                 .on_thought = on_thought,
                                 .stop = stop});
}

}  // namespace zerosum::terminal
