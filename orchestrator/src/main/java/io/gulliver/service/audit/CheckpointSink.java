package io.gulliver.service.audit;

import java.io.IOException;

/** A place to which checkpoints go, outside of the store. */
public interface CheckpointSink {
    /** How the store knows it, and people read it: kind and address, never a secret. */
    String name();

    /**
     * Takes one checkpoint, or throws; the same one may come again after a crash.
     *
     * @param number of the checkpoint
     * @param line JSON without a line end
     */
    void deliver(long number, String line) throws IOException;
}
