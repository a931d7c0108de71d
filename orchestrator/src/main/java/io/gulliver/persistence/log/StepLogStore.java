package io.gulliver.persistence.log;

import io.gulliver.contract.activity.StepLogSink;
import io.gulliver.persistence.view.StepLogReader;

/** What remote jobs printed; deleted with its run. */
public interface StepLogStore extends StepLogSink, StepLogReader {
    /** How much of a step's output is kept by itself, in bytes of the jobs' own output. */
    long LIMIT = 64L << 20;

    /** How much more of it people may have fetched, likewise in bytes. */
    long FETCHED_LIMIT = 1L << 30;
}
