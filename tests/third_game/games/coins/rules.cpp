#include "games/coins/rules.h"

#include <algorithm>
#include <array>

#include "core/counted.h"

namespace zerosum::coins {

namespace {

constexpr std::array<std::string_view, 1> kEditions{"2016"};
constexpr std::array<CellContent, 2> kContents{{{'.', "no coin"}, {'o', "coin"}}};

constexpr GameInfo kInfo{
    .name = "coins",
    .title = "Coin Rows",
    .rules =
        "Take the first or the last coin of any row. When all are taken, the higher total "
        "wins.",
    .editions = kEditions,
    .size = {.least = 1, .most = kMaxSize, .usual = 5, .casual = 4},
    .kinds = std::nullopt,
    .pieces = std::nullopt,
    .sides = {{{"white", "W"}, {"black", "B"}}},
    .contents = kContents,
    .empty = '.',
    .cell_values = true,
    .move_kinds = {},
    .score_unit = "point",
    .score_meaning = "the values of the coins taken",
    .fixed_depth_modes = {}};

tl::unexpected<Fault> fault(FaultCode code, std::string sentence) {
    return tl::unexpected<Fault>(Fault{code, std::move(sentence)});
}

std::vector<std::string> digits(const Position& position) {
    std::vector<std::string> out;
    for (int row = 0; row < position.size(); ++row) {
        std::string& text = out.emplace_back();
        for (int column = 0; column < position.size(); ++column) {
            const int value = position.value({row, column});
            text += value == 0 ? '.' : static_cast<char>('0' + value);
        }
    }
    return out;
}

// Rows of digits and dots, the player to move, and the points of both.
Result<Position> read_position(const std::vector<std::string_view>& board, std::string_view mover,
                               std::string_view white, std::string_view black) {
    const std::size_t size = board.size();
    if (size < 1 || size > kMaxSize)
        return fail("found {}, expected 1 to {}", counted(size, "row"), kMaxSize);
    std::vector<std::uint8_t> values;
    for (const std::string_view row : board) {
        if (row.size() != size || row.find_first_not_of(".123456789") != std::string_view::npos)
            return fail("found '{}', expected a row of {} digits from 1 to 9 or '.'",
                        printable(row), size);
        const std::size_t first = row.find_first_not_of('.');
        const std::size_t last = row.find_last_not_of('.');
        if (first != std::string_view::npos && row.find('.', first) < last)
            return fail("found a gap in '{}', expected coins side by side", printable(row));
        for (const char c : row)
            values.push_back(static_cast<std::uint8_t>(c == '.' ? 0 : c - '0'));
    }
    if (mover != "W" && mover != "B")
        return fail("found '{}', expected the player to move, W or B", printable(mover));
    std::array<Score, 2> points{};
    for (const std::size_t side : {0U, 1U}) {
        const std::string_view text = side == 0 ? white : black;
        const std::optional<std::int64_t> number = parse_int(text);
        if (!number || *number < 0 || *number > kMaxCells * kMaxValue)
            return fail("found '{}', expected points from 0 to {}", printable(text),
                        kMaxCells * kMaxValue);
        points[side] = static_cast<Score>(*number);
    }
    return Position(static_cast<int>(size), values, mover == "W" ? Side::One : Side::Two, points);
}

}  // namespace

const GameInfo& Coins::info() {
    return kInfo;
}

Result<Position> Coins::start(const StartOptions& options, Random& random) {
    const int size = options.size == 0 ? kInfo.size.usual : options.size;
    if (!kInfo.size.holds(size))
        return fail("found size {}, expected {} to {} for {}", size, kInfo.size.least,
                    kInfo.size.most, kInfo.name);
    if (options.kinds != 0 || options.pieces != -1)
        return fail("found kinds or pieces, but {} has none: leave them out", kInfo.name);
    std::vector<std::uint8_t> values(static_cast<std::size_t>(size * size));
    for (std::uint8_t& value : values)
        value = static_cast<std::uint8_t>(random.between(1, kMaxValue));
    return Position(size, values);
}

Judged<Move> Coins::parse_move(const Position& position, std::string_view text) {
    const std::optional<Cell> cell = parse_cell(trim(text));
    if (!cell)
        return fault(FaultCode::MalformedAnswer,
                     fmt::format("'{}' is not a cell: expected one such as A1", printable(text)));
    if (cell->row >= position.size() || cell->column >= position.size())
        return fault(FaultCode::IllegalMove,
                     fmt::format("{} is outside the board", cell_name(*cell)));
    MoveList list;
    generate_moves(position, list);
    for (const Move& move : list)
        if (move.cell() == *cell) return move;
    return fault(FaultCode::IllegalMove, why_no_move(position, *cell));
}

std::string Coins::describe(const Position& position, Move move) {
    return fmt::format("takes a coin, {:+}", gain(position, move));
}

std::string Coins::why_no_move(const Position& position, Cell cell) {
    return fmt::format("{} {}", cell_name(cell),
                       position.value(cell) == 0 ? "has no coin" : "is not the end of its row");
}

std::vector<std::string> Coins::rows(const Position& position) {
    std::vector<std::string> out = digits(position);
    for (std::string& row : out)
        std::replace_if(
            row.begin(), row.end(), [](char c) { return c != '.'; }, 'o');
    return out;
}

std::vector<std::vector<int>> Coins::values(const Position& position) {
    std::vector<std::vector<int>> out;
    for (int row = 0; row < position.size(); ++row) {
        std::vector<int>& line = out.emplace_back();
        for (int column = 0; column < position.size(); ++column)
            line.push_back(position.value({row, column}));
    }
    return out;
}

std::string Coins::line(const Position& position) {
    return fmt::format("{} {} {} {}", fmt::join(digits(position), "/"),
                       kInfo.sides[index(position.mover())].mark, position.points(Side::One),
                       position.points(Side::Two));
}

Result<Position> Coins::parse_line(std::string_view text) {
    const std::vector<std::string_view> parts = split(trim(text), ' ');
    if (parts.size() != 4)
        return fail("found '{}', expected four parts like '45/3. W 7 4'", printable(text));
    return read_position(split(parts[0], '/'), parts[1], parts[2], parts[3]);
}

bool Coins::recognises_input(std::string_view text) {
    return text.starts_with("coins");
}

Result<CourseTask<Position>> Coins::read_input(std::string_view text) {
    const std::vector<std::string_view> lines = split_lines(text);
    if (lines.size() < 4 || lines[0] != "coins")
        return fail("line 1: found '{}', expected coins and three more lines at least",
                    lines.empty() ? "" : printable(lines[0]));
    const std::vector<std::string_view> header = split(lines[1], ' ');
    if (header.size() != 4 || header[0] != fmt::to_string(lines.size() - 3))
        return fail("line 2: found '{}', expected the number of rows, W or B, and the points",
                    printable(lines[1]));
    const std::optional<double> bank = parse_decimal(lines[2]);
    if (!bank || *bank <= 0)
        return fail("line 3: found '{}', expected the seconds left", printable(lines[2]));
    const Result<Position> position =
        read_position({lines.begin() + 3, lines.end()}, header[1], header[2], header[3]);
    if (!position) return tl::unexpected(position.error());
    if (position->over()) return fail("found an empty board, expected a coin to take");
    return CourseTask<Position>{.position = *position, .bank = Seconds{*bank}};
}

std::string Coins::write_input(const Position& position, const CourseLimit& limit) {
    return fmt::format("coins\n{} {} {} {}\n{:.3f}\n{}\n", position.size(),
                       kInfo.sides[index(position.mover())].mark, position.points(Side::One),
                       position.points(Side::Two), std::max(limit.bank.count(), 0.001),
                       fmt::join(digits(position), "\n"));
}

std::string Coins::write_output(const Position& position, Move move) {
    Position after = position;
    after.play(move);
    return fmt::format("{}\n{}\n", move_name(position, move), fmt::join(rows(after), "\n"));
}

Judged<Move> Coins::judge_output(const Position& position, std::string_view text) {
    const std::vector<std::string_view> lines = split_lines(text);
    if (lines.empty()) return fault(FaultCode::MalformedAnswer, "the output file is empty");
    const Judged<Move> move = parse_move(position, lines[0]);
    if (!move) return move;
    const std::string expected = write_output(position, *move);
    const std::vector<std::string_view> right = split_lines(expected);
    if (!std::equal(lines.begin() + 1, lines.end(), right.begin() + 1, right.end()))
        return fault(FaultCode::WrongBoard,
                     fmt::format("the board after {} is not what you wrote", right[0]));
    return move;
}

}  // namespace zerosum::coins
