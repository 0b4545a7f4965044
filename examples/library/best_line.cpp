// Plays a small game from a drawn board to its end, both sides by the engine, and says how good the
// first move was: its proved value.
//
//   best_line [GAME]      fruit unless given

#include <zerosum.h>

#include <iostream>

int main(int argc, char** argv) {
    const auto game = zerosum::find_game(argc > 1 ? argv[1] : "fruit");
    if (!game) {
        std::cerr << "best_line: " << game.error().message << '\n';
        return 2;
    }
    zerosum::Random random(7);
    const int kinds = (*game)->info().kinds ? 3 : 0;  // Stake & Raid has none
    const auto start = (*game)->start({.size = 4, .kinds = kinds}, random);
    if (!start) {
        std::cerr << "best_line: " << start.error().message << '\n';
        return 2;
    }
    std::cout << (*game)->title() << ": " << (*start)->line() << '\n';

    const auto engine = zerosum::make_searcher(**game);
    zerosum::SearchLimits limits;
    limits.nodes = 20'000;
    const auto position = (*start)->clone();
    while (!position->over()) {
        const zerosum::AnyMove move = engine->search(*position, limits).best().move;
        std::cout << ' ' << position->move_name(move);
        position->play(move);
    }
    std::cout << "\npoints: " << position->points(zerosum::Side::One) << " : "
              << position->points(zerosum::Side::Two) << '\n';

    const auto proof = zerosum::solve(**start, {});
    std::cout << "value of the start, proved: " << proof.lower << '\n';
    return proof.solved && proof.lower == proof.upper ? 0 : 1;
}
