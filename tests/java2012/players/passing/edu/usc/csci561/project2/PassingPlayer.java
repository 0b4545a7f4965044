package edu.usc.csci561.project2;

import java.util.Random;

/* Picks any cell of the box, a fruit in it or not. A player by way of another class. */
public class PassingPlayer extends Picker {
    private final Random random = new Random(2012);

    @Override
    protected int pick(int number) {
        return random.nextInt(number);
    }
}
