#include "arena/desk/desk.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "arena/check/check.h"
#include "arena/grade/report.h"
#include "arena/tournament/tournament.h"
#include "core/descriptor.h"
#include "core/files.h"
#include "core/text.h"
#include "sandbox/tree.h"

namespace zerosum {

namespace {

namespace fs = std::filesystem;

// After an error of ours: of the store, and at first and at most of a hand-in or of the ladder,
// twice as long each time.
constexpr std::chrono::seconds kTryAgain{10};
constexpr std::chrono::seconds kTryAgainFirst{1};
constexpr std::chrono::seconds kTryAgainLast{600};
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

Result<void> rename_over(const fs::path& from, const fs::path& to) {
    if (Result<void> gone = remove_tree(to); !gone) return gone;
    std::error_code error;
    fs::rename(from, to, error);
    if (error) return fail("{}: {}", to.string(), error.message());
    return {};
}

// Which hand-in a folder of the ladder is a copy of: a file beside it, which the ladder passes by.
// Nobody's name begins with a dot, so it is nobody's folder either.
fs::path mark_of(const fs::path& folder) {
    return folder.parent_path() / (".." + folder.filename().string());
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
        return rename_over(incoming, place_of(id));
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
        if (did && troubles_.empty())
            (void)changed_.wait(lock, stop, news);
        else
            (void)changed_.wait_for(lock, stop, did ? kTryAgainFirst : kTryAgain, news);
    }
}

Result<bool> Desk::do_next(Stage stage, const std::function<Result<void>(DeskHandIn&)>& work) {
    std::vector<std::int64_t> later;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, trouble] : troubles_)
            if (!trouble.due()) later.push_back(id);
    }
    Result<std::optional<DeskHandIn>> next = store_->next(stage, later);
    if (!next) return tl::unexpected(next.error());
    if (!*next) return false;
    const Result<void> done = work(**next);
    note((*next)->id, fmt::format("hand-in {} of {}", (*next)->number, (*next)->person), done);
    return true;
}

// An error of ours with a hand-in costs the others nothing: it waits, and they go on.
void Desk::note(std::int64_t id, const std::string& what, const Result<void>& done) {
    std::chrono::seconds wait{0};
    {
        const std::lock_guard lock(mutex_);
        if (done) {
            troubles_.erase(id);
            return;
        }
        Trouble& trouble = troubles_[id];
        wait = trouble.wait = std::clamp(2 * trouble.wait, kTryAgainFirst, kTryAgainLast);
        trouble.until = std::chrono::steady_clock::now() + wait;
        trouble.message = done.error().message;
    }
    tell_(fmt::format("{}: {}; tried again in {} s", what, done.error().message, wait.count()));
}

void Desk::forget_trouble(std::int64_t id) {
    const std::lock_guard lock(mutex_);
    troubles_.erase(id);
}

std::string Desk::trouble_of(std::int64_t id) const {
    const std::lock_guard lock(mutex_);
    const auto found = troubles_.find(id);
    return found == troubles_.end() ? std::string() : found->second.message;
}

std::string Desk::ladder_trouble() const {
    return trouble_of(kLadder);
}

Result<bool> Desk::check_next(const std::stop_token& stop) {
    Result<bool> did =
        do_next(Stage::Received, [&](DeskHandIn& hand_in) { return check(hand_in, stop); });
    if (!did || *did || stop.stop_requested()) return did;
    {
        const std::lock_guard lock(mutex_);
        const auto found = troubles_.find(kLadder);
        if (found == troubles_.end() || !found->second.due()) return did;
    }
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
    hand_in.category = to_text(report.category);
    hand_in.sentence = without_place(report.sentence, spec->argument);
    hand_in.check = without_place(check_text(report), spec->argument);
    hand_in.accepted = is_playable(report.category);
    hand_in.stage = hand_in.accepted ? Stage::Checked : Stage::Refused;
    if (Result<void> kept = store_->keep_check(hand_in); !kept) return kept;
    wake();               // its grade does not wait for the ladder
    (void)fill_ladder();  // an error is the ladder's, not this hand-in's
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

// The ladder's folder holds a copy of what the store says plays, and nothing else. After an error
// it is filled again later.
Result<void> Desk::fill_ladder() {
    const std::lock_guard lock(ladder_mutex_);
    Result<void> filled = make_ladder();
    note(kLadder, "the ladder's folder", filled);
    if (filled) wake();  // a ladder that rests looks at it again
    return filled;
}

// What cannot be copied costs the others nothing; the first error is returned.
Result<void> Desk::make_ladder() const {
    const Result<std::vector<DeskHandIn>> playing = store_->playing();
    if (!playing) return tl::unexpected(playing.error());
    Result<void> made;
    std::set<std::string> wanted;
    for (const DeskHandIn& hand_in : *playing) {
        const Result<std::string> name = entrant(hand_in.person);
        if (!name) return tl::unexpected(name.error());
        wanted.insert(*name);
        if (Result<void> put = put_on_ladder(hand_in.id, *name); !put && made) made = put;
    }
    std::error_code error;
    const fs::path ladder = settings_.ladder_folder();
    for (fs::directory_iterator at(ladder, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (name.starts_with('.') || wanted.contains(name)) continue;
        std::error_code unused;
        fs::remove(mark_of(at->path()), unused);
        if (Result<void> gone = remove_tree(at->path()); !gone && made) made = gone;
    }
    if (error && made) made = fail("{}: {}", ladder.string(), error.message());
    return made;
}

Result<void> Desk::put_on_ladder(std::int64_t hand_in, const std::string& name) const {
    const fs::path folder = settings_.ladder_folder() / name;
    const std::string id = std::to_string(hand_in);
    std::error_code error;
    if (fs::is_directory(folder, error) && read_file(mark_of(folder)).value_or("") == id) return {};
    const fs::path copy = settings_.ladder_folder() / ("." + name);
    if (Result<void> gone = remove_tree(copy); !gone) return gone;
    fs::create_directory(copy, error);
    if (error) return fail("{}: {}", copy.string(), error.message());
    if (Result<void> copied = copy_tree(place_of(hand_in), copy); !copied) return copied;
    // A kill between these three makes it be done again.
    fs::remove(mark_of(folder), error);
    if (Result<void> moved = rename_over(copy, folder); !moved) return moved;
    return write_file_atomically(mark_of(folder), id);
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
    forget_trouble(id);
    wake();
    return {};
}

Result<void> Desk::remove(std::int64_t id) {
    if (Result<void> removed = store_->remove(id); !removed) return removed;
    forget_trouble(id);
    Result<void> filled = fill_ladder();
    stop_rounds();
    wake();
    return filled;
}

}  // namespace zerosum
