package io.gulliver.persistence.shared;

/**
 * When the engine asked: a later call of one step has a higher attempt, and any call of a later engine a higher
 * generation.
 */
public record CallOrder(int generation, int attempt) {
    /** After every call: for a run that has ended. */
    public static final CallOrder LAST = new CallOrder(Integer.MAX_VALUE, Integer.MAX_VALUE);

    /** Whether the engine asked this after the other. */
    public boolean after(CallOrder other) {
        return generation > other.generation || generation == other.generation && attempt > other.attempt;
    }
}
