package edu.usc.csci561.project2;

/* A hand-in may hold its own copy of the package, changed or not: it is left out. */
public abstract class Player {
    static int rows = 3;
    this does not compile
}
