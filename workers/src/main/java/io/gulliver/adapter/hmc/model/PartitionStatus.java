package io.gulliver.adapter.hmc.model;

import java.util.Arrays;

/**
 * The status of a partition and what it means for starting and stopping.
 *
 * <p>Source: HMC Web Services API, partition property {@code status}; how each counts follows the Ansible collection
 * ibm.zhmc, which is in use on real machines.
 */
public enum PartitionStatus {
    COMMUNICATIONS_NOT_ACTIVE("communications-not-active", Meaning.BROKEN),
    STATUS_CHECK("status-check", Meaning.BROKEN),
    STOPPED("stopped", Meaning.DOWN),
    /** The guest ended by itself or could not be loaded; stop brings it to stopped, sometimes only when repeated. */
    TERMINATED("terminated", Meaning.BROKEN),
    STARTING("starting", Meaning.MOVING),
    ACTIVE("active", Meaning.UP),
    STOPPING("stopping", Meaning.MOVING),
    /** Runs, with a part of its resources missing. */
    DEGRADED("degraded", Meaning.UP),
    /** Processors or memory that were to be reserved are not there. */
    RESERVATION_ERROR("reservation-error", Meaning.DOWN),
    /**
     * May be seen for seconds after a successful start job, before {@code active}; and for good once its Linux halted or powered off:
     * then it is started only after a stop (field reports: python-zhmcclient issue 228, zhmc-ansible-modules issue 642).
     */
    PAUSED("paused", Meaning.MOVING),
    /** A value that a newer HMC has and this version does not know. */
    UNKNOWN("", Meaning.BROKEN);

    private enum Meaning {
        UP,
        DOWN,
        MOVING,
        BROKEN
    }

    private final String wire;
    private final Meaning meaning;

    PartitionStatus(String wire, Meaning meaning) {
        this.wire = wire;
        this.meaning = meaning;
    }

    /** The status of this spelling; {@link #UNKNOWN} for one that is new to us. */
    public static PartitionStatus of(String wire) {
        return Arrays.stream(values())
                .filter(status -> status.wire.equals(wire))
                .findFirst()
                .orElse(UNKNOWN);
    }

    /** The guest runs: this is what a start wants. */
    public boolean isUp() {
        return meaning == Meaning.UP;
    }

    /** The guest does not run: it can be started or deleted after a stop. */
    public boolean isDown() {
        return meaning == Meaning.DOWN;
    }

    /** On its way: look again. */
    public boolean isMoving() {
        return meaning == Meaning.MOVING;
    }

    /** Neither up nor down, and waiting will not change it: a person has to look. */
    public boolean isBroken() {
        return meaning == Meaning.BROKEN;
    }

    /** As on the wire. */
    public String wire() {
        return wire;
    }
}
