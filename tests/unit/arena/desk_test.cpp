#include "arena/desk/desk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <latch>
#include <mutex>
#include <thread>

#include "arena/tournament/ledger.h"
#include "core/files.h"
#include "sandbox/workspace.h"
#include "support/processes.h"

namespace zerosum {
namespace {

namespace fs = std::filesystem;

// Takes the first fruit that it finds, by the rules.
constexpr std::string_view kSound = R"py(lines = open('input.txt').read().split()
n = int(lines[0])
board = [list(row) for row in lines[3:3 + n]]
r, c = next((r, c) for r in range(n) for c in range(n) if board[r][c] != '*')
kind, todo = board[r][c], [(r, c)]
while todo:
    y, x = todo.pop()
    if 0 <= y < n and 0 <= x < n and board[y][x] == kind:
        board[y][x] = '*'
        todo += [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
for x in range(n):
    column = [board[y][x] for y in range(n) if board[y][x] != '*']
    for y in range(n):
        board[y][x] = (['*'] * (n - len(column)) + column)[y]
answer = chr(65 + c) + str(r + 1) + '\n' + '\n'.join(''.join(row) for row in board) + '\n'
open('output.txt', 'w').write(answer)
)py";

// `zerosum roster` and `zerosum serve`, say.
TEST(DeskStoreFile, SeveralMayMakeItAtOnce) {
    const Workspace space = std::move(*Workspace::make());
    constexpr int openers = 8;
    std::latch together(openers);
    std::mutex mutex;
    std::string failures;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < openers; ++i)
            threads.emplace_back([&] {
                together.arrive_and_wait();
                const auto store = DeskStore::open(space.home() / "class.desk");
                const std::lock_guard lock(mutex);
                if (!store) failures += store.error().message + "\n";
            });
    }
    EXPECT_EQ(failures, "");
}

// A desk whose threads do not run: what it knows and keeps.
class DeskState : public ::testing::Test {
 protected:
    DeskState() {
        write("class.toml",
              "title = \"Class\"\nformat = \"ladder\"\nbank = 5\n[class]\nnames = \"nick\"\n"
              "uploads_per_hour = 3\n");
        open();
    }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder() / name) << text;
    }
    [[nodiscard]] fs::path folder() const { return space_.home(); }
    // As after a kill: nothing but the files is left.
    void open() {
        desk_.reset();
        Result<ClassSettings> settings = read_class(folder() / "class.toml");
        ASSERT_TRUE(settings) << settings.error().message;
        Result<std::unique_ptr<Desk>> desk =
            Desk::open(std::move(*settings), [this](const auto& each) {
                const std::lock_guard lock(saying_);
                said_ += each + "\n";
            });
        ASSERT_TRUE(desk) << desk.error().message;
        desk_ = std::move(*desk);
    }
    [[nodiscard]] DeskStore& store() { return desk_->store(); }
    DeskHandIn hand_in(const Person& person, std::string_view text) {
        auto taken = desk_->take(person, "homework3.py", text);
        EXPECT_TRUE(taken) << taken.error().message;
        return taken.value_or(DeskHandIn{});
    }
    void accept(DeskHandIn hand_in) {
        hand_in.accepted = true;
        hand_in.stage = Stage::Checked;
        EXPECT_TRUE(store().keep_check(hand_in));
    }
    void refuse(DeskHandIn hand_in) {
        hand_in.stage = Stage::Refused;
        EXPECT_TRUE(store().keep_check(hand_in));
    }
    [[nodiscard]] std::string on_ladder(const std::string& name) const {
        return read_file(desk_->settings().ladder_folder() / name / "homework3.py")
            .value_or("none");
    }

    [[nodiscard]] fs::path version(const DeskHandIn& of) const {
        return desk_->settings().folder / "versions" / std::to_string(of.id);
    }
    // What the desk's threads are to bring about. They try again after seconds.
    template <typename Ready>
    [[nodiscard]] static bool soon(Ready ready) {
        for (int i = 0; i < 3600 && !ready(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return ready();
    }
    [[nodiscard]] Stage stage_of(const DeskHandIn& hand_in) {
        return (*store().find(hand_in.id))->stage;
    }

    Workspace space_ = *Workspace::make();
    std::mutex saying_;
    std::string said_;  // to the one who runs the server
    std::unique_ptr<Desk> desk_;
    const Person ada_{"Ada", "enchantress"};
    const Person alan_{"Alan"};
};

TEST_F(DeskState, KeepsTokensAsHashesAndKnowsWhoseTheyAre) {
    const auto tokens = store().enrol({ada_, alan_, {"Grace", "", "", true}});
    ASSERT_TRUE(tokens);
    ASSERT_EQ(tokens->size(), 3U);
    EXPECT_EQ(tokens->at(0).token.size(), 32U);
    EXPECT_NE(tokens->at(0).token, tokens->at(1).token);
    for (const NewToken& each : *tokens) {
        EXPECT_EQ(**store().whose(each.token), each.person);
        for (const auto& file : fs::directory_iterator(folder())) {
            if (!file.is_regular_file()) continue;
            EXPECT_EQ(read_file(file.path())->find(each.token), std::string::npos);
        }
    }
    EXPECT_FALSE(*store().whose(""));
    EXPECT_FALSE(*store().whose("wrong"));

    // Somebody leaves, somebody comes, one asks for another token; the others keep theirs.
    const auto later = store().enrol({ada_, {"Grace", "", "", true}, {"Kurt"}}, {"Grace"});
    ASSERT_TRUE(later);
    ASSERT_EQ(later->size(), 2U);
    EXPECT_EQ(later->at(0).person.name, "Grace");
    EXPECT_TRUE(*store().whose(tokens->at(0).token));
    EXPECT_FALSE(*store().whose(tokens->at(1).token));
    EXPECT_FALSE(*store().whose(tokens->at(2).token));
}

TEST_F(DeskState, GoesThroughItsStagesAndLosesNothingWhenItIsOpenedAgain) {
    ASSERT_TRUE(store().enrol({ada_, alan_}));
    const DeskHandIn first = hand_in(ada_, "1");
    const DeskHandIn other = hand_in(alan_, "2");
    EXPECT_EQ((*store().next(Stage::Received))->id, first.id);
    open();
    EXPECT_EQ((*store().next(Stage::Received))->id, first.id);
    accept(first);
    open();
    EXPECT_EQ((*store().next(Stage::Received))->id, other.id);
    EXPECT_EQ((*store().next(Stage::Checked))->id, first.id);
    EXPECT_EQ(on_ladder("enchantress"), "1");
    EXPECT_EQ(on_ladder("Alan"), "none");

    // A newer one takes the place of one that waits; the old one plays until it has passed.
    const DeskHandIn second = hand_in(ada_, "3");
    EXPECT_EQ(second.number, 2);
    EXPECT_EQ((*store().find(first.id))->stage, Stage::Replaced);
    EXPECT_FALSE(*store().next(Stage::Checked));
    open();
    EXPECT_EQ(on_ladder("enchantress"), "1");
    accept(second);
    open();
    EXPECT_EQ(on_ladder("enchantress"), "3");

    DeskHandIn graded = **store().find(second.id);
    graded.earned = 7.5;
    graded.possible = 10;
    ASSERT_TRUE(store().keep_grade(graded));
    EXPECT_EQ((*store().find(second.id))->stage, Stage::Graded);
    EXPECT_EQ((*store().find(second.id))->earned, 7.5);

    ASSERT_TRUE(desk_->again(second.id));
    EXPECT_EQ((*store().find(second.id))->stage, Stage::Received);
    EXPECT_TRUE((*store().find(second.id))->again);
    ASSERT_TRUE(desk_->remove(second.id));
    EXPECT_EQ(on_ladder("enchantress"), "1");
    ASSERT_TRUE(desk_->remove(first.id));
    EXPECT_EQ(on_ladder("enchantress"), "none");
    ASSERT_TRUE(desk_->pause(true));
    open();
    EXPECT_TRUE(*store().paused());
    EXPECT_EQ(store().hand_ins()->size(), 3U);
}

TEST_F(DeskState, WhatWasReplacedHasItsTurnWhenTheNewerOneIsRefusedOrRemoved) {
    ASSERT_TRUE(store().enrol({ada_, alan_}));
    using Ids = std::vector<std::int64_t>;
    const DeskHandIn first = hand_in(ada_, "1");
    const DeskHandIn second = hand_in(ada_, "2");
    const DeskHandIn other = hand_in(alan_, "3");
    EXPECT_EQ(stage_of(first), Stage::Replaced);
    EXPECT_EQ(*store().waiting(Stage::Received), (Ids{second.id, other.id}));
    refuse(second);
    EXPECT_EQ(stage_of(first), Stage::Received);
    // Who has handed in much that is refused keeps nobody waiting.
    EXPECT_EQ(*store().waiting(Stage::Received), (Ids{other.id, first.id}));
    EXPECT_EQ((*store().next(Stage::Received, {other.id}))->id, first.id);
    accept(first);
    EXPECT_EQ(*store().waiting(Stage::Checked), Ids{first.id});

    const DeskHandIn third = hand_in(ada_, "4");  // before the first has its grade
    EXPECT_EQ(*store().waiting(Stage::Checked), Ids{});
    accept(third);
    EXPECT_EQ(stage_of(first), Stage::Replaced);
    EXPECT_EQ(*store().waiting(Stage::Checked), Ids{third.id});
    ASSERT_TRUE(desk_->remove(third.id));
    EXPECT_EQ(*store().waiting(Stage::Checked), Ids{first.id});
    EXPECT_EQ(on_ladder("enchantress"), "1");
}

TEST_F(DeskState, RefusesTooManyTooLargeAndBadUploads) {
    ASSERT_TRUE(store().enrol({ada_, alan_}));
    using Kind = Refusal::Kind;
    EXPECT_EQ(desk_->take(ada_, "a.py", std::string((4U << 20U) + 1, 'x')).error().kind,
              Kind::TooLarge);
    EXPECT_EQ(desk_->take(ada_, "../a.py", "x").error().kind, Kind::BadUpload);
    EXPECT_EQ(desk_->take(ada_, "a.zip", "x").error().kind, Kind::BadUpload);
    EXPECT_EQ(*desk_->uploads_left("Ada"), 3);
    for (int i = 0; i < 3; ++i) (void)hand_in(ada_, "x");
    open();  // the limit is no matter of memory
    EXPECT_EQ(desk_->take(ada_, "a.py", "x").error().kind, Kind::TooMany);
    EXPECT_TRUE(desk_->take(alan_, "a.py", "x"));
}

TEST_F(DeskState, AHandInThatWeCannotCheckCostsTheOthersNothing) {
    ASSERT_TRUE(store().enrol({ada_, alan_}));
    const DeskHandIn lost = hand_in(ada_, "print()");
    const DeskHandIn other = hand_in(alan_, "print()");
    fs::rename(version(lost), folder() / "away");
    desk_->start();
    ASSERT_TRUE(soon([&] { return stage_of(other) != Stage::Received; }));
    EXPECT_EQ(stage_of(lost), Stage::Received);
    EXPECT_FALSE(desk_->trouble_of(lost.id).empty());
    EXPECT_EQ(desk_->trouble_of(other.id), "");
    fs::rename(folder() / "away", version(lost));
    EXPECT_TRUE(soon([&] { return stage_of(lost) != Stage::Received; }));
    EXPECT_TRUE(soon([&] { return desk_->trouble_of(lost.id).empty(); }));
    desk_->stop();
    EXPECT_TRUE(said_.starts_with("hand-in 1 of Ada: ")) << said_;
    EXPECT_NE(said_.find("; tried again in 1 s\n"), std::string::npos) << said_;
}

TEST_F(DeskState, ALadderThatCouldNotBeFilledIsFilledLater) {
    ASSERT_TRUE(store().enrol({ada_, alan_}));
    const DeskHandIn lost = hand_in(ada_, "1");
    accept(lost);
    accept(hand_in(alan_, "2"));
    fs::rename(version(lost), folder() / "away");
    open();
    EXPECT_NE(desk_->ladder_trouble(), "");
    EXPECT_EQ(on_ladder("enchantress"), "none");
    EXPECT_EQ(on_ladder("Alan"), "2");
    ASSERT_TRUE(desk_->pause(true));  // no grades, no games
    desk_->start();
    fs::rename(folder() / "away", version(lost));
    EXPECT_TRUE(soon([&] { return on_ladder("enchantress") == "1"; }));
    EXPECT_TRUE(soon([&] { return desk_->ladder_trouble().empty(); }));
}

TEST_F(DeskState, AHandInThatPassedIsGradedThoughItCannotEnterTheLadderSlow) {
    ASSERT_TRUE(store().enrol({ada_}));
    const fs::path ladder = desk_->settings().ladder_folder();
    fs::remove_all(ladder);
    std::ofstream(ladder) << "in the way";
    const DeskHandIn sound = hand_in(ada_, kSound);
    desk_->start();
    EXPECT_TRUE(soon([&] { return stage_of(sound) == Stage::Graded; }));
    EXPECT_NE(desk_->ladder_trouble(), "");
    EXPECT_EQ(desk_->trouble_of(sound.id), "");
}

// Graded again after something of the machine changed, say.
TEST_F(DeskState, WhatFailsWhenItIsCheckedAgainLeavesARunningLadderSlow) {
    ASSERT_TRUE(store().enrol({ada_}));
    desk_.reset();
    write("class.toml",
          "format = \"ladder\"\nplayers = [\"random\", \"greedy\"]\nuntil = 100000\n"
          "bank = 5\n[class]\nnames = \"nick\"\n");
    open();
    const DeskHandIn once_sound = hand_in(ada_, kSound);
    accept(once_sound);
    open();
    const auto takes_part = [this] {
        const auto ledger = Ledger::open_to_read(folder() / "class.ledger");
        const auto players = ledger ? ledger->players() : Result<std::vector<LedgerPlayer>>();
        return players && std::ranges::any_of(*players, [](const LedgerPlayer& player) {
                   return player.name == "enchantress" && player.current;
               });
    };
    desk_->start();
    ASSERT_TRUE(soon(takes_part));
    std::ofstream(version(once_sound) / "homework3.py") << "print(";
    ASSERT_TRUE(desk_->again(once_sound.id));
    EXPECT_TRUE(soon([&] { return stage_of(once_sound) == Stage::Refused; }));
    EXPECT_TRUE(soon([&] { return !takes_part(); }));
}

// The ladder is for everybody to see, and names = "nick".
TEST_F(DeskState, WhoLeavesTheClassKeepsTheNick) {
    ASSERT_TRUE(store().enrol({ada_, alan_}));
    accept(hand_in(ada_, "1"));
    ASSERT_TRUE(store().enrol({alan_}));
    open();
    EXPECT_EQ(on_ladder("enchantress"), "1");
    EXPECT_EQ(on_ladder("Ada"), "none");
    EXPECT_EQ(*desk_->entrant(std::string("Ada")), "enchantress");
}

TEST_F(DeskState, NobodyInheritsANameWithWhatWasHandedInUnderIt) {
    ASSERT_TRUE(store().enrol({ada_, {"Eve", "evil"}, alan_}));
    accept(hand_in(ada_, "1"));
    ASSERT_TRUE(store().enrol({alan_}));
    for (const Person& other :
         {Person{"Kurt", "Enchantress"}, Person{"enchantress"}, Person{"Kurt", "ADA"}}) {
        const auto refused = store().enrol({alan_, other});
        ASSERT_FALSE(refused) << other.name << ", " << other.nick;
        EXPECT_NE(refused.error().message.find("hand-ins of Ada"), std::string::npos)
            << refused.error().message;
    }
    EXPECT_EQ(store().people()->size(), 1U) << "a refused roster changes nothing";
    EXPECT_TRUE(store().enrol({alan_, {"Kurt", "evil"}})) << "Eve has handed in nothing";
    EXPECT_TRUE(store().enrol({alan_, {"Ada", "enchantress"}})) << "who comes back is the same";
}

// Of two that are called alike the ladder takes one, and everybody would see its place as the
// other's.
TEST_F(DeskState, NobodyIsCalledAsAPlayerOfTheFile) {
    ASSERT_TRUE(store().enrol({ada_}));
    desk_.reset();
    const auto refusal = [this](const std::string& players) {
        write("class.toml", "format = \"ladder\"\nbank = 5\nplayers = [" + players +
                                "]\n[class]\nnames = \"nick\"\n");
        const auto desk = Desk::open(*read_class(folder() / "class.toml"));
        return desk ? "none" : desk.error().message;
    };
    EXPECT_EQ(refusal(R"("greedy", "random@Enchantress")"),
              "found 'enchantress' for Ada: a player of the ladder's file is called 'Enchantress' "
              "too, expected another name or nick");
    EXPECT_EQ(refusal(R"("greedy", "random@Ada")"), "none") << "she plays by her nick";
}

// [tools] is for hand-ins as well, which no player of the file is.
TEST_F(DeskState, ChecksWithTheInterpretersOfItsFile) {
    const Workspace tools = *Workspace::make();
    const fs::path python2 = tools.home() / "python2";
    std::ofstream(python2) << "#!/bin/sh\nexec python3 \"$@\"\n";
    for (const fs::path& open : {python2, tools.home(), tools.home().parent_path()})
        fs::permissions(open, fs::perms(0755));
    std::ofstream(folder() / "class.toml", std::ios::app)
        << "[tools]\npython2 = \"" << python2.string() << "\"\n";
    open();
    ASSERT_TRUE(store().enrol({ada_}));
    const auto taken = desk_->take(ada_, "homework.py", "raise SystemExit(1)\n");
    ASSERT_TRUE(taken) << taken.error().message;
    desk_->start();
    for (int i = 0; i < 1200 && (*store().find(taken->id))->stage == Stage::Received; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    desk_->stop();
    const DeskHandIn checked = **store().find(taken->id);
    EXPECT_NE(checked.check.find("homework.py, Python 2"), std::string::npos) << checked.check;
    EXPECT_EQ(checked.category, "crashes") << checked.check;
}

TEST_F(DeskState, AGradeThatWasUnderWayDoesNotAnswerARequestForAnother) {
    ASSERT_TRUE(store().enrol({ada_}));
    const DeskHandIn first = hand_in(ada_, "1");
    accept(first);
    DeskHandIn under_way = **store().next(Stage::Checked);
    ASSERT_TRUE(desk_->again(first.id));
    under_way.earned = 1;
    ASSERT_TRUE(store().keep_grade(under_way));
    EXPECT_TRUE((*store().find(first.id))->again);
    EXPECT_FALSE((*store().find(first.id))->earned);
    accept(first);  // its check comes first, and may be quicker than the old grade
    ASSERT_TRUE(store().keep_grade(under_way));
    EXPECT_EQ((*store().find(first.id))->stage, Stage::Checked);
    DeskHandIn again = **store().next(Stage::Checked);
    again.earned = 2;
    ASSERT_TRUE(store().keep_grade(again));
    EXPECT_EQ((*store().find(first.id))->stage, Stage::Graded);
    EXPECT_EQ((*store().find(first.id))->earned, 2);
}

TEST_F(DeskState, ManyUploadsAtOnceDoNotPassTheLimit) {
    ASSERT_TRUE(store().enrol({ada_}));
    std::atomic<int> taken = 0;
    {
        std::vector<std::jthread> students;
        for (int i = 0; i < 8; ++i)
            students.emplace_back([&] { taken += desk_->take(ada_, "a.py", "x") ? 1 : 0; });
    }
    EXPECT_EQ(taken, 3);
    EXPECT_EQ(store().hand_ins("Ada")->size(), 3U);
    EXPECT_EQ(store().hand_ins("Alan")->size(), 0U);
    for (const auto& entry : fs::directory_iterator(desk_->settings().folder))
        EXPECT_FALSE(entry.path().filename().string().starts_with(".")) << entry.path();
}

// A hand-in that never stops building holds up neither the others for long nor the server's end.
TEST_F(DeskState, EndsWhileAHandInIsBuilt) {
    ASSERT_TRUE(store().enrol({ada_}));
    const DeskHandIn slow = hand_in(ada_, "x");
    fs::remove(version(slow) / "homework3.py");
    std::ofstream(version(slow) / "Makefile")
        << "agent:\n\t" << tests::own_sleep() << "\nrun:\n\ttrue\n";
    desk_->start();
    EXPECT_TRUE(soon([] { return tests::is_running(tests::own_sleep()); }));
    desk_->stop();
    EXPECT_EQ(stage_of(slow), Stage::Received) << "it is checked again";
}

TEST_F(DeskState, NobodyElseOnTheMachineReadsItsFiles) {
    for (const char* file : {"class.desk", "class.grades"})
        EXPECT_EQ(fs::status(folder() / file).permissions(),
                  fs::perms::owner_read | fs::perms::owner_write)
            << file;
    EXPECT_EQ(fs::status(desk_->settings().folder).permissions(), fs::perms::owner_all);
}

TEST_F(DeskState, IsOneAtATime) {
    EXPECT_FALSE(Desk::open(*read_class(folder() / "class.toml")));
}

TEST_F(DeskState, ItsLadderRestsByItself) {
    const auto until = [this](const std::string& key) {
        write("one.toml", "format = \"ladder\"\n" + key + "[class]\n");
        const auto read = read_class(folder() / "one.toml");
        EXPECT_TRUE(read) << read.error().message;
        return read->ladder.until;
    };
    EXPECT_EQ(until("").games_each, 100);
    EXPECT_EQ(until("until = 7\n").games_each, 7);
    EXPECT_EQ(until("until = \"sure\"\n").games_each, 0);
    EXPECT_EQ(until("until = 2030-01-01T00:00:00\n").games_each, 0);
}

TEST_F(DeskState, SaysWhatIsWrongInAClassFile) {
    const auto complaint = [this](const std::string& text) {
        write("bad.toml", text);
        const auto read = read_class(folder() / "bad.toml");
        return read ? "nothing" : read.error().message.substr(folder().string().size() + 1);
    };
    EXPECT_EQ(complaint("format = \"ladder\"\n"),
              "bad.toml: found no table [class], expected one: docs/class.md lists its keys");
    EXPECT_EQ(complaint("[class]\n"),
              "bad.toml: found format = \"round-robin\", expected \"ladder\": hand-ins come late "
              "and change");
    EXPECT_EQ(complaint("format = \"ladder\"\n[class]\nnames = \"both\"\n"),
              "bad.toml: line 3: class.names: found \"both\", expected \"name\" or \"nick\"");
    EXPECT_EQ(complaint("format = \"ladder\"\n[class]\nupload_mib = 9\n"),
              "bad.toml: line 3: class.upload_mib: found 9, expected a whole number from 1 to 8");
}

}  // namespace
}  // namespace zerosum
