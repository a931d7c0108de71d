package io.gulliver.ui.command;

import io.gulliver.domain.people.Right;
import java.util.Locale;

/** What can be done to many databases at once, each on its own. */
public enum BulkAction {
    /** Puts them into a wave, out of those they are in. */
    PLACE(Right.DECIDE, 5_000),
    /** Takes them out of their waves. */
    TAKE_OUT(Right.DECIDE, 5_000),
    /** Takes a method for them by a person's word, where nothing closes it. */
    METHOD(Right.DECIDE, 500),
    /** Starts a discovery of each. */
    DISCOVER(Right.DECIDE, 500),
    /** Starts an evaluation of each: every step of a production run is computed, and none is done. */
    EVALUATE(Right.DECIDE, 500),
    /** Holds their runs: no step starts, and open ones are let to end. */
    PAUSE(Right.WORK, 5_000),
    /** Lets their held runs go on. */
    RESUME(Right.WORK, 5_000);

    private final Right right;
    private final int most;

    BulkAction(Right right, int most) {
        this.right = right;
        this.most = most;
    }

    /** What a person must be allowed in the program, beside what is asked for each run. */
    public Right right() {
        return right;
    }

    /** How many databases one order may name: what each of them must be judged or started for is less. */
    public int most() {
        return most;
    }

    /** As forms and {@code messages.properties} have it: {@code take-out}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
