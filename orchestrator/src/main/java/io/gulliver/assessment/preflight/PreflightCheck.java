package io.gulliver.assessment.preflight;

/**
 * One thing that is looked at before a first real migration.
 *
 * @param key names it for programs; never changed
 * @param state how it is
 * @param what it is, in a few words
 * @param seen how it was found, as a sentence
 * @param why it matters
 * @param todo what to do when it is not there; what was done, in a word, when it is
 */
public record PreflightCheck(String key, State state, String what, String seen, String why, String todo) {
    /** How one thing is. */
    public enum State {
        /** There. */
        READY,
        /** Missing, and a first real migration must not run without it. */
        MISSING,
        /** Missing: a migration runs, and something of worth is lost. */
        ADVISED,
        /** Nobody can tell now. */
        UNKNOWN
    }
}
