#!/usr/bin/env python3
"""Fails when a folder of src includes one that it must not know.

Every include of ours is written from src/ ("games/game.h"), so its first part is the folder.
"""

import sys

from tree import ROOT, includes, sources

# In dependency order: what each folder knows besides itself. cmake/layers.cmake links the same.
KNOWS = {
    "core": [],
    "sandbox": ["core"],
    "games": ["core"],
    "search": ["core", "games"],
    "players": ["core", "sandbox", "games", "search"],
    "arena": ["core", "sandbox", "games", "search", "players"],
    "app": ["core", "sandbox", "games", "search", "players", "arena"],
}

# The same for the folders inside arena.
ARENA_KNOWS = {
    "storage": [],
    "rating": [],
    "report": ["rating"],
    "class": ["storage", "report"],
    "play": ["storage", "rating", "report"],
    "check": ["storage", "rating", "report", "play"],
    "queue": ["storage"],
    "tournament": ["queue", "storage", "rating", "report", "class", "play", "check"],
    "exchange": ["queue", "storage", "rating", "report", "class", "play", "check", "tournament"],
    "grade": ["queue", "storage", "rating", "report", "class", "play", "check"],
    "study": ["queue", "storage", "rating", "report", "play", "check"],
    "training": ["queue", "storage"],
    "review": ["storage", "rating", "report", "play"],
    "puzzle": ["storage", "rating", "report", "play"],
    "desk": ["queue", "storage", "rating", "report", "class", "play", "check", "tournament", "grade"],
}


def arena_complaint(part, included):
    """Why a file in arena/PART must not have this include, or None."""
    names = included.split("/")
    if names[0] != "arena" or len(names) < 3 or names[1] in [part, *ARENA_KNOWS.get(part, [])]:
        return None
    return f"arena/{part} must not know arena/{names[1]}"


# Folders within a layer that must not know others of the same layer.
APART = {
    "games/fruit": ["games/raid"],
    "games/raid": ["games/fruit"],
    "search/general": ["search/fruit", "search/raid", "games/fruit", "games/raid"],
    "search/fruit": ["search/raid", "games/raid"],
    "search/raid": ["search/fruit", "games/fruit"],
}


def complaint(path, included):
    """Why a file with this path below src must not have this include, or None."""
    folder = path.split("/")[0]
    target = included.split("/")[0]
    if "/" not in included or target not in KNOWS:
        return f'"{included}" is not written from src/ ("{folder}/...")'
    if target != folder and target not in KNOWS[folder]:
        return f"{folder} must not know {target}"
    for part, others in APART.items():
        for other in others:
            if path.startswith(part + "/") and included.startswith(other + "/"):
                return f"{part} must not know {other}"
    return None


def test_of_this_check():
    """A check that cannot fail checks nothing."""
    assert complaint("core/a.h", "games/game.h") == "core must not know games"
    assert complaint("games/a.h", "sandbox/process.h") == "games must not know sandbox"
    assert complaint("games/fruit/a.h", "search/searcher.h") == "games must not know search"
    assert complaint("arena/a.h", "app/cli/main.h") == "arena must not know app"
    assert complaint("search/general/a.h", "search/raid/graph.h") is not None
    assert complaint("search/raid/a.h", "games/fruit/board.h") is not None
    assert complaint("games/a.h", "board.h") is not None
    assert complaint("games/a.h", "../core/text.h") is not None
    assert complaint("games/a.h", "games/game.h") is None
    assert complaint("search/raid/a.h", "search/general/limits.h") is None
    assert complaint("players/a.h", "sandbox/process.h") is None
    assert arena_complaint("grade", "arena/play/match.h") is None
    assert arena_complaint("rating", "core/text.h") is None
    assert arena_complaint("play", "arena/study/store.h") == "arena/play must not know arena/study"
    for layers in [KNOWS, ARENA_KNOWS]:
        order = list(layers)
        for folder, known in layers.items():
            assert all(order.index(other) < order.index(folder) for other in known), folder


def main():
    test_of_this_check()
    complaints = []
    files = sources("src")
    for path in files:
        folder = path.relative_to(ROOT / "src").parts[0]
        if folder not in KNOWS:
            complaints.append(f"{path.relative_to(ROOT)}: src/{folder} is not a layer")
            continue
        for included in includes(path):
            reason = complaint(str(path.relative_to(ROOT / "src")), included)
            if folder == "arena" and not reason:
                reason = arena_complaint(path.parent.name, included)
            if reason:
                complaints.append(f"{path.relative_to(ROOT)}: {reason}")
    for line in complaints:
        print(line)
    print(f"{len(files)} files, {len(complaints)} complaints")
    return 1 if complaints or not files else 0


if __name__ == "__main__":
    sys.exit(main())
