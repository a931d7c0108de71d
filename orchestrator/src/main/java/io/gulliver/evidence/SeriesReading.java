package io.gulliver.evidence;

import java.util.List;

/**
 * What a reader made of a file of measurements over time.
 *
 * @param reading facts, problems and coverage
 * @param series the measurements themselves, in the order of time
 */
public record SeriesReading(Reading reading, List<TimeSeries> series) {
    public SeriesReading {
        series = List.copyOf(series);
    }
}
