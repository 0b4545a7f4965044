#include "arena/desk/desk.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "arena/check/check.h"
#include "arena/grade/report.h"
#include "arena/tournament/tournament.h"
#include "core/descriptor.h"
#include "core/text.h"
#include "sandbox/tree.h"

namespace zerosum {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kTryAgain{10};  // after an error of the store
constexpr std::chrono::seconds kLookAgain{1};  // while hand-ins are in trouble
// A build that takes longer is refused: the next hand-in waits for it.
constexpr Seconds kBuildTime{300};
constexpr std::int64_t kLadder = 0;  // among the troubles; no hand-in has this number
constexpr std::string_view kIncoming = ".incoming-";

std::int64_t unix_now() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

// Files are on the disk before the store says that they are there.
void flush_disk(const fs::path& folder) {
    const Descriptor place(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (place.open()) ::syncfs(place.get());
}

// Where we keep a hand-in is not its author's business.
std::string without_place(std::string text, const std::string& place) {
    const std::string before = place + ": ";
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at))
        text.erase(at, before.size());
    return text;
}

// Commands in a report are for its author, who has the hand-in in a folder of their own.
std::string for_author(std::string text, const PlayerSpec& spec) {
    const std::string ours = shell_word(spec.text);
    for (std::size_t at = 0; (at = text.find(ours, at)) != std::string::npos;)
        text.replace(at, ours.size(), shell_word("dir:.@" + spec.name));
    return text;
}

// By the rules, if not well: such a hand-in can be graded and play.
bool is_playable(Category category) {
    return category <= Category::Late;
}

}  // namespace

Result<std::unique_ptr<Desk>> Desk::open(ClassSettings settings, Say tell) {
    if (!tell) tell = [](const std::string&) {};
    Result<ProcessLock> lock = ProcessLock::take(settings.state, "running the desk of");
    if (!lock) return tl::unexpected(lock.error());
    Result<std::unique_ptr<DeskStore>> store = DeskStore::open(settings.state);
    if (!store) return tl::unexpected(store.error());
    const Result<std::vector<Person>> people = (*store)->people();
    if (!people) return tl::unexpected(people.error());
    if (const Result<void> free = check_people(settings, *people); !free)
        return tl::unexpected(free.error());
    std::unique_ptr<Desk> desk(
        new Desk(std::move(settings), std::move(tell), std::move(*store), std::move(*lock)));
    Result<GradePlan> plan = GradePlan::make(desk->settings_.grade);
    if (!plan) return tl::unexpected(plan.error());
    desk->plan_ = std::move(*plan);
    sqlite::make_private(desk->settings_.book);
    Result<std::unique_ptr<GradeBook>> book =
        GradeBook::open(desk->settings_.book, desk->settings_.grade);
    if (!book) return tl::unexpected(book.error());
    desk->book_ = std::move(*book);
    std::error_code error;
    // On a machine that students use too, nobody reads another's hand-in.
    if (fs::create_directories(desk->settings_.folder, error))
        fs::permissions(desk->settings_.folder, fs::perms::owner_all, error);
    for (const fs::path& folder :
         {desk->settings_.folder / "versions", desk->settings_.ladder_folder()}) {
        fs::create_directories(folder, error);
        if (error) return fail("{}: {}", folder.string(), error.message());
    }
    // What a kill left in the middle of an upload.
    const fs::path& folder = desk->settings_.folder;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (at->path().filename().string().starts_with(kIncoming))
            if (Result<void> gone = remove_tree(at->path()); !gone)
                return tl::unexpected(gone.error());
    if (error) return fail("{}: {}", folder.string(), error.message());
    (void)desk->fill_ladder();  // an error is told, and it is done again
    return desk;
}

void Desk::start() {
    threads_.emplace_back([this](const std::stop_token& stop) { work(stop, &Desk::check_next); });
    threads_.emplace_back([this](const std::stop_token& stop) { work(stop, &Desk::grade_next); });
    threads_.emplace_back([this](const std::stop_token& stop) { run_ladder(stop); });
}

void Desk::stop() {
    for (std::jthread& thread : threads_) thread.request_stop();
    stop_rounds();
    wake();
    threads_.clear();
}

void Desk::wake() {
    const std::lock_guard lock(mutex_);
    ++changes_;
    changed_.notify_all();
}

void Desk::stop_rounds() {
    const std::lock_guard lock(mutex_);
    grading_.request_stop();
    round_.request_stop();
}

std::string Desk::entrant(const Person& person) const {
    return display_name(shown_name(person, settings_.names));
}

Result<std::string> Desk::entrant(const std::string& name) const {
    // Who has left the class keeps the nick: the ladder is for everybody to see.
    const Result<std::optional<Person>> person = store_->person(name);
    if (!person) return tl::unexpected(person.error());
    return *person ? entrant(**person) : display_name(name);
}

Result<PlayerSpec> Desk::spec_of(const DeskHandIn& hand_in) const {
    const Result<std::string> name = entrant(hand_in.person);
    if (!name) return tl::unexpected(name.error());
    PlayerSpec spec;
    spec.kind = PlayerKind::Directory;
    spec.argument = place_of(hand_in.id).string();
    spec.name = *name;
    spec.text = fmt::format("dir:{}@{}", spec.argument, spec.name);
    spec.tools = settings_.ladder.tools;
    return spec;
}

Result<int> Desk::uploads_left(const std::string& person) const {
    constexpr std::int64_t hour = 3600;
    return store_->count_since(person, unix_now() - hour).map([this](int made) {
        return std::max(0, settings_.uploads_per_hour - made);
    });
}

tl::expected<DeskHandIn, Refusal> Desk::take(const Person& person, std::string_view file,
                                             std::string_view bytes) {
    using Kind = Refusal::Kind;
    const auto refuse = [](Kind kind, std::string message) {
        return tl::unexpected(Refusal{kind, std::move(message)});
    };
    const auto may_hand_in = [&]() -> tl::expected<void, Refusal> {
        const Result<int> left = uploads_left(person.name);
        if (!left) return refuse(Kind::Ours, left.error().message);
        if (*left > 0) return {};
        return refuse(Kind::TooMany, fmt::format("You have handed in {} times within an hour, "
                                                 "which is as often as you may. Try again later.",
                                                 settings_.uploads_per_hour));
    };
    if (const auto may = may_hand_in(); !may) return tl::unexpected(may.error());
    if (bytes.size() > settings_.upload_bytes)
        return refuse(Kind::TooLarge, fmt::format("The upload is larger than {} MiB.",
                                                  settings_.upload_bytes >> 20U));
    static std::atomic<std::uint64_t> serial = 0;
    const fs::path incoming =
        settings_.folder / fmt::format("{}{}-{}", kIncoming, ::getpid(), ++serial);
    if (const Result<void> unpacked = unpack_upload(file, bytes, incoming); !unpacked)
        return refuse(Kind::BadUpload, unpacked.error().message);
    flush_disk(settings_.folder);
    // Asked once more, and one upload after the other: several at a time had all been let in.
    const std::lock_guard one_at_a_time(taking_);
    if (const auto may = may_hand_in(); !may) {
        (void)remove_tree(incoming);
        return tl::unexpected(may.error());
    }
    Result<DeskHandIn> added = store_->add(person.name, file, bytes.size(), [&](std::int64_t id) {
        return replace_tree(incoming, place_of(id));
    });
    if (!added) {
        (void)remove_tree(incoming);
        return refuse(Kind::Ours, added.error().message);
    }
    wake();
    return std::move(*added);
}

// Does `next` for as long as it finds something to do, then waits for a change.
void Desk::work(const std::stop_token& stop, Work next) {
    while (!stop.stop_requested()) {
        std::uint64_t seen = 0;
        {
            const std::lock_guard lock(mutex_);
            seen = changes_;
        }
        const Result<bool> did = (this->*next)(stop);
        if (!did && !stop.stop_requested()) tell_(did.error().message);
        if (did && *did) continue;
        std::unique_lock lock(mutex_);
        const auto news = [&] { return changes_ != seen; };
        if (did && troubles_.none())
            (void)changed_.wait(lock, stop, news);
        else
            (void)changed_.wait_for(lock, stop, did ? kLookAgain : kTryAgain, news);
    }
}

Result<bool> Desk::do_next(Stage stage, const std::function<Result<void>(DeskHandIn&)>& work) {
    Result<std::optional<DeskHandIn>> next = store_->next(stage, troubles_.left_alone());
    if (!next) return tl::unexpected(next.error());
    if (!*next) return false;
    const Result<void> done = work(**next);
    note((*next)->id, fmt::format("hand-in {} of {}", (*next)->number, (*next)->person), done);
    return true;
}

// What came of our part of the work on it.
void Desk::note(std::int64_t id, const std::string& what, const Result<void>& done) {
    if (done) return troubles_.forget(id);
    const std::chrono::seconds wait = troubles_.enter(id, done.error().message);
    tell_(fmt::format("{}: {}; tried again in {} s", what, done.error().message, wait.count()));
}

std::string Desk::trouble_of(std::int64_t id) const {
    return troubles_.of(id);
}

std::string Desk::ladder_trouble() const {
    return trouble_of(kLadder);
}

Result<bool> Desk::check_next(const std::stop_token& stop) {
    Result<bool> did =
        do_next(Stage::Received, [&](DeskHandIn& hand_in) { return check(hand_in, stop); });
    if (!did || *did || stop.stop_requested() || !troubles_.is_due(kLadder)) return did;
    if (fill_ladder()) stop_rounds();
    return did;
}

Result<void> Desk::check(DeskHandIn& hand_in, const std::stop_token& stop) {
    const Result<PlayerSpec> spec = spec_of(hand_in);
    if (!spec) return tl::unexpected(spec.error());
    AgentStore agents({kBuildTime, stop});
    if (const Result<std::string> taken = agents.take(spec->argument); !taken)
        return tl::unexpected(taken.error());
    CheckSettings settings;
    settings.game = settings_.grade.game;
    settings.edition = settings_.grade.edition;
    settings.bank = settings_.check_bank;
    settings.stop = stop;
    const CheckReport report = check_hand_in(*spec, settings, agents);
    if (stop.stop_requested()) return {};
    const bool played = hand_in.accepted;  // it is checked again
    hand_in.category = to_text(report.category);
    hand_in.sentence = without_place(report.sentence, spec->argument);
    hand_in.check = without_place(check_text(report), spec->argument);
    hand_in.accepted = is_playable(report.category);
    hand_in.stage = hand_in.accepted ? Stage::Checked : Stage::Refused;
    if (Result<void> kept = store_->keep_check(hand_in); !kept) return kept;
    wake();               // its grade does not wait for the ladder
    (void)fill_ladder();  // an error is the ladder's, not this hand-in's
    if (played && !hand_in.accepted) stop_rounds();
    return {};
}

Result<bool> Desk::grade_next(const std::stop_token& stop) {
    GradeWatch watch;
    {
        // Before it is asked whether the class is paused: a pause from here on ends the grade.
        const std::lock_guard lock(mutex_);
        grading_ = std::stop_source();
        watch.stop = grading_.get_token();
    }
    if (stop.stop_requested()) return false;
    const Result<bool> paused = store_->paused();
    if (!paused) return tl::unexpected(paused.error());
    if (*paused) return false;
    return do_next(Stage::Checked, [&](DeskHandIn& hand_in) { return grade(hand_in, watch); });
}

Result<void> Desk::grade(DeskHandIn& hand_in, const GradeWatch& watch) {
    const Result<PlayerSpec> spec = spec_of(hand_in);
    if (!spec) return tl::unexpected(spec.error());
    GradeRun run;
    if (hand_in.again) run.again.insert(spec->name);
    const GradeList graded = grade_agents(*plan_, *book_, {&*spec, 1}, run, watch);
    if (watch.stop.stop_requested()) return {};  // paused, or ended: what was asked is in the book
    if (graded.reports.empty()) return fail("not graded: {}", graded.missing.front().message);
    const GradeReport& report = graded.reports.front();
    if (report.graded()) {
        hand_in.earned = report.earned;
        hand_in.possible = report.possible;
    }
    hand_in.grade = for_author(grade_text(report), *spec);
    return store_->keep_grade(hand_in);
}

// After an error it is filled again later.
Result<void> Desk::fill_ladder() {
    const std::lock_guard lock(ladder_mutex_);
    const Result<std::vector<LadderEntry>> playing = ladder_entries();
    Result<void> filled = playing ? fill_ladder_folder(settings_.ladder_folder(), *playing)
                                  : Result<void>(tl::unexpected(playing.error()));
    note(kLadder, "the ladder's folder", filled);
    if (filled) wake();  // a ladder that rests looks at it again
    return filled;
}

Result<std::vector<LadderEntry>> Desk::ladder_entries() const {
    const Result<std::vector<DeskHandIn>> playing = store_->playing();
    if (!playing) return tl::unexpected(playing.error());
    std::vector<LadderEntry> entries;
    for (const DeskHandIn& hand_in : *playing) {
        Result<std::string> name = entrant(hand_in.person);
        if (!name) return tl::unexpected(name.error());
        entries.push_back({std::move(*name), hand_in.id, place_of(hand_in.id)});
    }
    return entries;
}

// Who leaves a ladder leaves between two runs of it; who comes is found by its watch.
void Desk::run_ladder(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::stop_source round;
        std::uint64_t seen = 0;
        {
            const std::lock_guard lock(mutex_);
            round_ = round;
            seen = changes_;
        }
        const std::stop_callback both(stop, [&round] { round.request_stop(); });
        const Result<bool> played = store_->paused().and_then([&](bool paused) -> Result<bool> {
            if (paused) return false;
            TournamentWatch watch;
            watch.stop = round.get_token();
            watch.on_notice = tell_;
            return run_tournament(settings_.ladder, watch).map([](bool) { return true; });
        });
        if (played && *played && round.stop_requested()) continue;
        if (!played) tell_("the ladder: " + played.error().message);
        std::unique_lock lock(mutex_);
        const auto news = [&] { return changes_ != seen; };
        if (played)
            (void)changed_.wait(lock, stop, news);
        else
            (void)changed_.wait_for(lock, stop, kTryAgain, news);
    }
}

Result<void> Desk::pause(bool paused) {
    if (Result<void> set = store_->set_paused(paused); !set) return set;
    stop_rounds();
    wake();
    return {};
}

Result<void> Desk::again(std::int64_t id) {
    if (Result<void> asked = store_->ask_again(id); !asked) return asked;
    troubles_.forget(id);
    wake();
    return {};
}

Result<void> Desk::remove(std::int64_t id) {
    if (Result<void> removed = store_->remove(id); !removed) return removed;
    troubles_.forget(id);
    Result<void> filled = fill_ladder();
    stop_rounds();
    wake();
    return filled;
}

}  // namespace zerosum
