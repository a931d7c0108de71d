package io.gulliver.adapter.hmc;

/**
 * What an HMC says about a job.
 *
 * <p>A job that succeeded says nothing about the object: after a start the partition may be {@code starting} or
 * {@code paused} for a while. Look at the partition too.
 *
 * @param statusCode the job's HTTP-like status once it ended, else 0
 * @param reasonCode the job's reason once it ended, else 0
 * @param message the HMC's own words for a failure, else empty
 */
public record JobObservation(State state, int statusCode, int reasonCode, String message) {

    /** How far a job is. */
    public enum State {
        RUNNING,
        SUCCEEDED,
        FAILED,
        CANCELED,
        /** The HMC does not know the job (any more): read the object's status. */
        GONE
    }

    /** Whether looking again at the job tells nothing new. */
    public boolean ended() {
        return state != State.RUNNING;
    }
}
