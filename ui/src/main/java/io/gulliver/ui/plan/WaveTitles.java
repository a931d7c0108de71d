package io.gulliver.ui.plan;

import io.gulliver.planning.schedule.FirstWaves;
import io.gulliver.ui.frame.Words;

/** What proposed waves are called, on pages and by the API alike. */
public final class WaveTitles {
    private WaveTitles() {}

    /** Such as {@code Pilot} or {@code Production 2}. */
    public static String of(Words words, FirstWaves.Proposed wave) {
        return words.text("plan.propose.title." + wave.kind(), wave.ordinal());
    }
}
