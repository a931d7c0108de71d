package io.gulliver.activity;

import java.time.Instant;
import java.util.List;

/** What a remote job prints, as far as it is there. Nothing of it has been looked at for secrets. */
public interface JobOutput {
    /** The host's name in the landscape. */
    String system();

    /** The job's name there. */
    String job();

    /** Whether it prints no more. */
    boolean ended();

    /**
     * Reads from an offset.
     *
     * @param offset in bytes
     * @param most upper limit
     * @return fewer bytes only where the output ends for now
     */
    byte[] read(long offset, int most);

    /** Length of all that is there by now, in bytes; -1 when its file is gone. */
    long size();

    /** At which host time more than so many bytes were there, oldest first. */
    List<Mark> marks(long offset);

    /**
     * A host time.
     *
     * @param offset so many bytes were there
     * @param at by the host's clock, to the second
     */
    record Mark(long offset, Instant at) {}
}
