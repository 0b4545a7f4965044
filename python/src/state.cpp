#include "state.h"

#include <fmt/format.h>

#include <algorithm>

#include "games/registry.h"

namespace zerosum::python {

Game::Game(const AnyGame& rules, const StartOptions& options) : rules_(&rules), options_(options) {
    const GameInfo& info = rules.info();
    int kinds = options.kinds;
    for (const CellContent& content : info.contents) {
        if (content.mark == info.empty) continue;
        if (info.kinds && kinds-- <= 0) continue;
        marks_ += content.mark;
    }
    marks_ += info.empty;
}

Game::Game(const AnyPosition& position) : Game(position.game(), position.start_options()) {}

Result<Game> Game::load(std::string_view name, StartOptions options) {
    const Result<const AnyGame*> rules = find_game(name);
    if (!rules) return tl::unexpected(rules.error());
    const GameInfo& info = (*rules)->info();
    if (options.size == 0) options.size = info.size.usual;
    if (info.kinds && options.kinds == 0) options.kinds = info.kinds->usual;
    if (info.pieces && options.pieces < 0) options.pieces = info.pieces->usual;
    // The rules know what they accept: a board drawn tells.
    Random random(0);
    if (const auto drawn = (*rules)->start(options, random); !drawn)
        return tl::unexpected(drawn.error());
    return Game(**rules, options);
}

int Game::num_distinct_actions() const {
    const int kinds = std::max(1, static_cast<int>(rules_->info().move_kinds.size()));
    return kinds * size() * size();
}

int Game::planes() const {
    return static_cast<int>(marks_.size()) + (rules_->info().cell_values ? 1 : 0);
}

std::size_t Game::observation_length() const {
    return static_cast<std::size_t>(planes() * size() * size());
}

std::string Game::repr() const {
    std::string text = fmt::format("load_game('{}', size={}", rules_->name(), size());
    if (rules_->info().kinds) text += fmt::format(", kinds={}", options_.kinds);
    if (rules_->info().pieces) text += fmt::format(", pieces={}", options_.pieces);
    return text + ")";
}

Result<PositionPtr> Game::draw(std::uint64_t seed) const {
    Random random(seed);
    return rules_->start(options_, random);
}

void Game::observe(const std::vector<std::string>& rows,
                   const std::vector<std::vector<int>>& values, Side player, float* out) const {
    const auto cells = static_cast<std::size_t>(size() * size());
    std::fill_n(out, observation_length(), 0.0F);
    // For the second player, the planes of the two sides' pieces change places.
    const char one = rules_->info().sides[0].mark.front();
    const char two = rules_->info().sides[1].mark.front();
    const bool owned = !rules_->info().kinds && marks_.find(one) != std::string::npos;
    std::array<std::size_t, 256> plane_of{};
    for (std::size_t i = 0; i < marks_.size(); ++i) {
        char mark = marks_[i];
        if (owned && player == Side::Two && (mark == one || mark == two))
            mark = mark == one ? two : one;
        plane_of[static_cast<unsigned char>(mark)] = i;
    }
    std::size_t cell = 0;
    for (const std::string& row : rows)
        for (const char mark : row)
            out[plane_of[static_cast<unsigned char>(mark)] * cells + cell++] = 1.0F;
    float* next = out + marks_.size() * cells;
    for (const std::vector<int>& row : values)
        for (const int value : row) *next++ = static_cast<float>(value);
}

int State::current_player() const {
    return position_->over() ? kTerminalPlayer : static_cast<int>(index(position_->mover()));
}

int State::action(AnyMove move) const {
    return action_of(position_->size(), position_->affected(move).front(),
                     position_->move_kind(move));
}

void State::list_moves() const {
    if (!moves_.empty() || position_->over()) return;
    moves_ = position_->moves();
    for (const AnyMove move : moves_) actions_.push_back(action(move));
}

const std::vector<int>& State::legal_actions() const {
    list_moves();
    return actions_;
}

Result<AnyMove> State::move(int action) const {
    list_moves();
    const auto found = std::find(actions_.begin(), actions_.end(), action);
    if (found == actions_.end())
        return fail("found action {}, expected one of the {} legal actions of {}", action,
                    actions_.size(), position_->line());
    return moves_[static_cast<std::size_t>(found - actions_.begin())];
}

Result<void> State::apply_action(int action) {
    const Result<AnyMove> found = move(action);
    if (!found) return tl::unexpected(found.error());
    position_->play(*found);
    history_.push_back(action);
    moves_.clear();
    actions_.clear();
    return {};
}

std::vector<double> State::returns() const {
    const double lead = position_->lead(Side::One);
    return {lead, -lead};
}

Result<int> State::string_to_action(std::string_view name) const {
    const Judged<AnyMove> move = position_->parse_move(name);
    if (!move) return fail("{}", move.error().sentence);
    return action(*move);
}

float* State::observation(Side player) const {
    observation_.resize(game_->observation_length());
    game_->observe(position_->rows(), position_->values(), player, observation_.data());
    return observation_.data();
}

}  // namespace zerosum::python
