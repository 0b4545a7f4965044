#include "app/terminal/screen.h"

#include <langinfo.h>

#include <array>
#include <atomic>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

// Last, and without its macros, which would rename functions of the other headers.
#define NCURSES_NOMACROS
#include <curses.h>

namespace zerosum::terminal {

namespace {

std::atomic<int> seen{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler writes it");
constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

extern "C" void note_signal(int signal) {
    seen.store(signal);
}

// Colour pairs: 1..10 what cells hold, then the rest.
constexpr short kPieceColours = 10;
constexpr short kPairEmpty = 11;
constexpr short kPairWarning = 12;
constexpr short kPairBetter = 13;

void start_colours() {
    start_color();
    use_default_colors();
    // Far apart also for the colour-blind (after Okabe and Ito 2008), as near as the palette goes.
    constexpr std::array<short, kPieceColours> rich{214, 75, 36, 227, 69, 166, 175, 248, 114, 137};
    constexpr std::array<short, kPieceColours> poor{
        COLOR_YELLOW, COLOR_CYAN,    COLOR_GREEN, COLOR_WHITE, COLOR_BLUE,
        COLOR_RED,    COLOR_MAGENTA, COLOR_WHITE, COLOR_GREEN, COLOR_YELLOW};
    const std::array<short, kPieceColours>& colours = COLORS >= 256 ? rich : poor;
    for (std::size_t kind = 0; kind < colours.size(); ++kind)
        init_pair(static_cast<short>(kind + 1), colours[kind], -1);
    init_pair(kPairEmpty, COLORS >= 256 ? short{242} : short{COLOR_WHITE}, -1);
    init_pair(kPairWarning, COLORS >= 256 ? short{214} : short{COLOR_YELLOW}, -1);
    init_pair(kPairBetter, COLORS >= 256 ? short{36} : short{COLOR_GREEN}, -1);
}

short pair_of(int piece) {
    return piece < 0 ? kPairEmpty : static_cast<short>(piece % kPieceColours + 1);
}

attr_t attributes_of(CellMark mark) {
    switch (mark) {
        case CellMark::None:
            return A_NORMAL;
        case CellMark::Last:
            return A_BOLD | A_UNDERLINE;
        case CellMark::Affected:
        case CellMark::Cursor:
        case CellMark::Better:
            break;
    }
    return A_REVERSE | A_BOLD;
}

attr_t attributes_of(Tone tone) {
    switch (tone) {
        case Tone::Strong:
            return A_BOLD;
        case Tone::Quiet:
            return A_DIM;
        case Tone::Warning:
            return A_BOLD;
        case Tone::Normal:
            break;
    }
    return A_NORMAL;
}

}  // namespace

struct Screen::Handlers {
    std::array<struct sigaction, kSignals.size()> before{};

    Handlers() {
        seen.store(0);
        struct sigaction noting {};
        noting.sa_handler = note_signal;
        for (std::size_t i = 0; i < kSignals.size(); ++i)
            sigaction(kSignals[i], &noting, &before[i]);
    }
    ~Handlers() {
        for (std::size_t i = 0; i < kSignals.size(); ++i)
            sigaction(kSignals[i], &before[i], nullptr);
    }
    Handlers(const Handlers&) = delete;
    Handlers& operator=(const Handlers&) = delete;
};

Result<std::unique_ptr<Screen>> Screen::open() {
    // Only how characters are encoded: numbers keep their decimal points.
    std::setlocale(LC_CTYPE, "");
    const bool shapes = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    const char* name = std::getenv("TERM");  // NOLINT(concurrency-mt-unsafe): no thread runs yet
    if (newterm(nullptr, stdout, stdin) == nullptr)
        return fail("this terminal (TERM={}) is not known", name == nullptr ? "" : printable(name));
    if (tigetstr("cup") == nullptr) {
        endwin();
        return fail("this terminal (TERM={}) cannot place its cursor", printable(name));
    }
    return std::unique_ptr<Screen>(new Screen(shapes));
}

Screen::Screen(bool shapes) : shapes_(shapes) {
    const char* const no_colour = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe)
    colours_ = has_colors() && (no_colour == nullptr || *no_colour == '\0');
    if (colours_) start_colours();
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    mousemask(BUTTON1_PRESSED, nullptr);
    mouseinterval(0);
    handlers_ = std::make_unique<Handlers>();
}

Screen::~Screen() {
    handlers_.reset();
    endwin();
}

Extent Screen::extent() const {
    return {getmaxy(stdscr), getmaxx(stdscr)};
}

void Screen::clear() {
    erase();
}

void Screen::put(int row, int column, std::string_view text, Tone tone) {
    const Extent size = extent();
    if (row < 0 || row >= size.rows || column < 0 || column >= size.columns) return;
    attrset(static_cast<int>(attributes_of(tone)));
    if (colours_ && tone == Tone::Warning) attron(COLOR_PAIR(kPairWarning));
    const std::string line(text);
    mvaddnstr(row, column, line.c_str(), static_cast<int>(line.size()));
    attrset(A_NORMAL);
}

void Screen::put(int row, int column, const CellText& cell) {
    const Extent size = extent();
    if (row < 0 || row >= size.rows || column < 0 || column >= size.columns) return;
    attrset(static_cast<int>(attributes_of(cell.mark)));
    if (colours_)
        attron(COLOR_PAIR(cell.mark == CellMark::Better ? kPairBetter : pair_of(cell.piece)));
    mvaddstr(row, column, cell.text.c_str());
    attrset(A_NORMAL);
}

void Screen::show() {
    refresh();
}

Key Screen::read(std::chrono::milliseconds wait) {
    timeout(static_cast<int>(wait.count()));
    const int code = getch();
    Key key;
    switch (code) {
        case ERR:
            return key;
        case KEY_UP:
            return {Key::Kind::Up};
        case KEY_DOWN:
            return {Key::Kind::Down};
        case KEY_LEFT:
            return {Key::Kind::Left};
        case KEY_RIGHT:
            return {Key::Kind::Right};
        case KEY_PPAGE:
            return {Key::Kind::PageUp};
        case KEY_NPAGE:
            return {Key::Kind::PageDown};
        case KEY_HOME:
            return {Key::Kind::Home};
        case KEY_END:
            return {Key::Kind::End};
        case 27:
            return {Key::Kind::Escape};
        case KEY_ENTER:
        case '\r':
        case '\n':
        case ' ':
            return {Key::Kind::Enter};
        case KEY_BTAB:
        case '\t':
            return {Key::Kind::Tab};
        case KEY_RESIZE:
            return {Key::Kind::Resized};
        case KEY_MOUSE: {
            MEVENT event{};
            if (getmouse(&event) == OK && (event.bstate & BUTTON1_PRESSED) != 0) {
                key.kind = Key::Kind::Click;
                key.row = event.y;
                key.column = event.x;
            }
            return key;
        }
        default:
            break;
    }
    if (code > ' ' && code < 127) {
        key.kind = Key::Kind::Character;
        key.character = static_cast<char>(code);
    }
    return key;
}

int Screen::signal_seen() {
    return seen.load();
}

}  // namespace zerosum::terminal
