package io.gulliver.persistence.log;

import io.gulliver.contract.activity.StepLogSink;
import io.gulliver.persistence.view.StepLogReader;

/** What remote jobs printed; deleted with its run. */
public interface StepLogStore extends StepLogSink, StepLogReader {
    /** How much of a step's output is kept, in bytes of the jobs' own output. */
    long LIMIT = 64L << 20;
}
