#include "games/raid/board.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace zerosum::raid {

namespace {

// A random word per square (Zobrist 1970). Rows are 32 apart, so that no multiplication is needed.
constexpr std::size_t kRowStride = 32;

constexpr auto kSquareKeys = [] {
    std::array<Key, kRowStride * kMaxSize> keys{};
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = mix(0x5241494421ULL + i);
    return keys;
}();

Key square_key(int row, int column) {
    return kSquareKeys[static_cast<std::size_t>(row) * kRowStride +
                       static_cast<std::size_t>(column)];
}

Key hash_values(int size, std::span<const Value> values) {
    Key key = mix(static_cast<Key>(size));
    for (const Value value : values) key = mix(key ^ value);
    return key;
}

}  // namespace

Position::Position(int size, std::span<const Value> values, Side mover)
    : size_(size), free_(size * size), values_key_(hash_values(size, values)), mover_(mover) {
    assert(size >= 1 && size <= kMaxSize);
    assert(values.size() == static_cast<std::size_t>(size * size));
    held_[0].fill(0);
    held_[1].fill(0);
    std::copy(values.begin(), values.end(), values_.begin());
}

void Position::copy(const Position& from) {
    size_ = from.size_;
    free_ = from.free_;
    points_ = from.points_;
    squares_key_ = from.squares_key_;
    values_key_ = from.values_key_;
    mover_ = from.mover_;
    held_ = from.held_;
    std::memcpy(values_.data(), from.values_.data(), from.values().size_bytes());
}

void Position::put(Cell cell, Side side) {
    assert((free_row(cell.row) >> static_cast<unsigned>(cell.column) & 1U) != 0);
    held_[index(side)][at(cell.row)] |= Row{1} << static_cast<unsigned>(cell.column);
    squares_key_[index(side)] ^= square_key(cell.row, cell.column);
    points_[index(side)] += value(cell.row, cell.column);
    --free_;
}

Score Position::play(Move move) {
    assert(is_legal(*this, move));
    const Side enemy = other(mover_);
    auto& own_rows = held_[index(mover_)];
    auto& enemy_rows = held_[index(enemy)];
    const Row square = Row{1} << move.column;

    Score turned = 0;
    Key turned_key = 0;
    if (move.kind == Kind::Raid) {
        const auto turn = [&](int row, Row squares) {
            Row prey = enemy_rows[at(row)] & squares;
            enemy_rows[at(row)] ^= prey;
            own_rows[at(row)] |= prey;
            for (; prey != 0; prey &= prey - 1) {
                const int column = std::countr_zero(prey);
                turned += value(row, column);
                turned_key ^= square_key(row, column);
            }
        };
        turn(move.row - 1, square);
        turn(move.row, square << 1U | square >> 1U);
        turn(move.row + 1, square);
    }

    const Score staked = value(move.row, move.column);
    own_rows[at(move.row)] |= square;
    squares_key_[index(mover_)] ^= turned_key ^ square_key(move.row, move.column);
    squares_key_[index(enemy)] ^= turned_key;
    points_[index(mover_)] += staked + turned;
    points_[index(enemy)] -= turned;
    --free_;
    mover_ = enemy;
    return staked + 2 * turned;
}

Score gain(const Position& position, Move move) {
    Score turned = 0;
    if (move.kind == Kind::Raid) {
        const Row square = Row{1} << move.column;
        const auto add = [&](int row, Row squares) {
            for (Row prey = position.held(other(position.mover()), row) & squares; prey != 0;
                 prey &= prey - 1)
                turned += position.value(row, std::countr_zero(prey));
        };
        add(move.row - 1, square);
        add(move.row, square << 1U | square >> 1U);
        add(move.row + 1, square);
    }
    return position.value(move.row, move.column) + 2 * turned;
}

// The two sides' hashes go through different multiplications before they meet, so that the pair
// (own, enemy) counts and not just their XOR, which a turning piece would leave as it is.
Key Position::combine(Key own, Key enemy, Key values) {
    return (own * 0x9E3779B97F4A7C15ULL + std::rotl(enemy, 32) * 0xD6E8FEB86659FD93ULL) ^ values;
}

Key Position::key_from_scratch() const {
    std::array<Key, 2> squares{};
    for (const Side side : {Side::One, Side::Two}) {
        for (int row = 0; row < size_; ++row) {
            for (Row rest = held(side, row); rest != 0; rest &= rest - 1)
                squares[index(side)] ^= square_key(row, std::countr_zero(rest));
        }
    }
    return combine(squares[index(mover_)], squares[index(other(mover_))],
                   hash_values(size_, values()));
}

bool operator==(const Position& a, const Position& b) {
    return a.size_ == b.size_ && a.mover_ == b.mover_ && a.held_ == b.held_ &&
           std::equal(a.values().begin(), a.values().end(), b.values().begin());
}

}  // namespace zerosum::raid
