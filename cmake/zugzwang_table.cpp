// Makes the table behind src/search/fruit/zugzwang.h, which says what it means and why it holds.
//
//   zugzwang_table data/fruit/zugzwang.txt zugzwang.inc
//
// The file has a line "WORST SIZE SIZE ..." for every way to cut up to 12 fruits into classes: the
// worst future difference of all boards with such classes.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <numeric>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/fruit/zugzwang.h"

namespace {

using namespace zerosum;
using fruit::ClassSizes;
using fruit::ZugzwangTable;

using Classes = std::vector<Score>;  // the largest first

constexpr Score largest_run_group = 4;  // groups of so many fruits are one run in every column
constexpr Score nothing = 1 << 20;      // above every difference

// With `taken` fruits less in one class.
Classes without(Classes classes, std::size_t which, Score taken) {
    classes[which] -= taken;
    std::sort(classes.begin(), classes.end(), std::greater<>());
    while (!classes.empty() && classes.back() == 0) classes.pop_back();
    return classes;
}

// Calls `use` with every way to cut one class in two.
template <typename Use>
void for_each_cut(const Classes& classes, const Use& use) {
    for (std::size_t i = 0; i < classes.size(); ++i) {
        for (Score part = 1; 2 * part <= classes[i]; ++part) {
            Classes cut = classes;
            cut[i] -= part;
            cut.push_back(part);
            std::sort(cut.begin(), cut.end(), std::greater<>());
            use(cut);
        }
    }
}

// The sum of salts stands for classes here too: were two the same, the table would not be made.
std::uint64_t sum_of(const Classes& classes) {
    ClassSizes sizes;
    for (const Score size : classes) sizes.add(size);
    return sizes.sum();
}

class Losses {
 public:
    using BySum = std::unordered_map<std::uint64_t, Score>;

    explicit Losses(BySum solved) : solved_(std::move(solved)) {}

    // l: the worst future difference of these classes, or of any that they may be cut into.
    Score worst(const Classes& classes) {
        if (classes.empty()) return 0;
        const std::uint64_t sum = sum_of(classes);
        if (const auto known = worst_.find(sum); known != worst_.end()) return known->second;
        Score worst_of_all = nothing;
        for_each_cut(classes, [&](const Classes& cut) {
            worst_of_all = std::min(worst_of_all, worst(cut));
        });
        const auto solved = solved_.find(sum);
        worst_of_all =
            std::min(worst_of_all, solved != solved_.end() ? solved->second : induced(classes));
        worst_[sum] = worst_of_all;
        return worst_of_all;
    }

    // z: the most that is lost in these classes or in what may come of them.
    Score most_lost(const Classes& classes) {
        if (classes.empty()) return 0;
        const std::uint64_t sum = sum_of(classes);
        if (const auto known = lost_.find(sum); known != lost_.end()) return known->second;
        Score lost = std::max(0, -worst(classes));
        for_each_cut(classes, [&](const Classes& cut) { lost = std::max(lost, most_lost(cut)); });
        for (std::size_t i = 0; i < classes.size(); ++i)
            lost = std::max(lost, most_lost(without(classes, i, 1)));
        lost_[sum] = lost;
        return lost;
    }

    // u: the most that is won.
    Score most_won(const Classes& classes) {
        Score won = 0;
        for (std::size_t i = 0; i < classes.size(); ++i)
            for (Score taken = 1; taken <= classes[i]; ++taken)
                won = std::max(won, taken * taken + most_lost(without(classes, i, taken)));
        return won;
    }

 private:
    Score induced(const Classes& classes) {
        Score worst_so_far = nothing;
        for (std::size_t i = 0; i < classes.size(); ++i) {
            for (Score largest = 1; largest <= classes[i]; ++largest) {
                Score best = taking(classes, i, largest, nothing);
                if (largest <= largest_run_group && best < worst_so_far)
                    best = std::max(best, taking_what_nothing_lies_on(classes, largest));
                worst_so_far = std::min(worst_so_far, best);
            }
        }
        const Score fruits = std::accumulate(classes.begin(), classes.end(), Score{0});
        return worst_so_far + std::abs(worst_so_far - fruits) % 2;
    }

    // Takes a group of one class; then the other takes up to `most` fruits of any.
    Score taking(const Classes& classes, std::size_t which, Score size, Score most) {
        const Classes after = without(classes, which, size);
        if (after.empty()) return size * size;
        Score worst_reply = nothing;
        for (std::size_t i = 0; i < after.size(); ++i)
            for (Score reply = 1; reply <= std::min(most, after[i]); ++reply)
                worst_reply = std::min(
                    worst_reply, size * size - reply * reply + worst(without(after, i, reply)));
        return worst_reply;
    }

    Score taking_what_nothing_lies_on(const Classes& classes, Score largest) {
        Score worst_place = nothing;
        for (std::size_t i = 0; i < classes.size(); ++i)
            for (Score size = 1; size <= std::min(largest, classes[i]); ++size)
                worst_place = std::min(worst_place, taking(classes, i, size, largest));
        return worst_place;
    }

    BySum solved_;
    BySum worst_;
    BySum lost_;
};

Losses::BySum read_solved(std::istream& file) {
    Losses::BySum solved;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        Score worst = 0;
        Classes classes;
        words >> worst;
        for (Score size = 0; words >> size;) classes.push_back(size);
        solved[sum_of(classes)] = worst;
    }
    return solved;
}

class Table {
 public:
    // False: the table cannot tell these classes from others.
    bool add(const Classes& classes, Losses& losses) {
        const std::uint64_t sum = sum_of(classes);
        const std::uint32_t mark = ZugzwangTable::mark(sum);
        std::size_t place = ZugzwangTable::first_place(sum);
        for (; words_[place] != ZugzwangTable::empty; place = (place + 1) % words_.size())
            if ((words_[place] & ~0xFFU) == mark) return false;
        const auto lost = static_cast<std::uint32_t>(losses.most_lost(classes));
        words_[place] = mark | std::min(lost, ZugzwangTable::too_large);
        const auto won = static_cast<std::uint32_t>(losses.most_won(classes));
        wins_[place] = static_cast<std::uint16_t>(
            std::min(won, static_cast<std::uint32_t>(ZugzwangTable::too_much)));
        return true;
    }
    // An empty place must not look like one that is taken.
    [[nodiscard]] bool uses_the_empty_mark() const {
        return std::any_of(words_.begin(), words_.end(), [](std::uint32_t word) {
            return word != ZugzwangTable::empty &&
                   (word & ~0xFFU) == (ZugzwangTable::empty & ~0xFFU);
        });
    }
    void write(std::ostream& file) const {
        write(file, "std::uint32_t", "losses", words_);
        write(file, "std::uint16_t", "wins", wins_);
    }

 private:
    template <typename Value>
    static void write(std::ostream& file, const char* type, const char* name,
                      const std::vector<Value>& values) {
        file << "constexpr std::array<" << type << ", ZugzwangTable::places> " << name << " = {\n";
        for (std::size_t i = 0; i < values.size(); ++i)
            file << values[i] << (i % 12 == 11 ? "U,\n" : "U, ");
        file << "};\n";
    }

    std::vector<std::uint32_t> words_ =
        std::vector<std::uint32_t>(ZugzwangTable::places, ZugzwangTable::empty);
    std::vector<std::uint16_t> wins_ = std::vector<std::uint16_t>(ZugzwangTable::places);
};

// All ways to go on with classes of at most `largest` fruits, `left` in all.
bool fill(Table& table, Losses& losses, Classes& classes, Score left, Score largest) {
    if (!table.add(classes, losses)) return false;
    for (Score size = 1; size <= std::min(left, largest); ++size) {
        classes.push_back(size);
        if (!fill(table, losses, classes, left - size, size)) return false;
        classes.pop_back();
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "zugzwang_table: found " << argc - 1 << " arguments, expected 2\n";
        return 2;
    }
    std::ifstream in(argv[1]);
    Losses losses(read_solved(in));
    Table table;
    Classes classes;
    if (!fill(table, losses, classes, fruit::kZugzwangFruits, fruit::kZugzwangFruits) ||
        table.uses_the_empty_mark()) {
        std::cerr << "zugzwang_table: two cases look the same, expected other salts\n";
        return 1;
    }
    std::ofstream out(argv[2]);
    table.write(out);
    out.close();
    if (!in.eof() || !out) {
        std::cerr << "zugzwang_table: cannot read " << argv[1] << " or write " << argv[2] << '\n';
        return 2;
    }
}
