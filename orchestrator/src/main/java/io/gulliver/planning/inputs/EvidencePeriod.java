package io.gulliver.planning.inputs;

import io.gulliver.planning.sizing.Grade;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What period the evidence of a database spans.
 *
 * @param days from its first to its last sample
 * @param intervalMinutes between two samples
 * @param monthEnd whether the last day of a month is in it
 */
record EvidencePeriod(double days, double intervalMinutes, boolean monthEnd) {
    static final EvidencePeriod NONE = new EvidencePeriod(0, Double.MAX_VALUE, false);

    /** The finer of capture and sar. */
    static EvidencePeriod of(FactFigures figures) {
        Optional<EvidencePeriod> sar =
                of(figures, "evidence.sar.from", "evidence.sar.to", "evidence.sar.intervalMinutes");
        Optional<EvidencePeriod> capture = of(figures, "evidence.from", "evidence.to", "evidence.intervalMinutes");
        return sar.filter(
                        one -> capture.isEmpty() || one.days() >= capture.get().days())
                .or(() -> capture)
                .orElse(NONE);
    }

    private static Optional<EvidencePeriod> of(FactFigures figures, String from, String to, String interval) {
        Optional<LocalDateTime> first = figures.text(from).flatMap(EvidencePeriod::moment);
        Optional<LocalDateTime> last = figures.text(to).flatMap(EvidencePeriod::moment);
        if (first.isEmpty() || last.isEmpty() || last.get().isBefore(first.get())) {
            return Optional.empty();
        }
        return Optional.of(new EvidencePeriod(
                ChronoUnit.MINUTES.between(first.get(), last.get()) / 1440.0,
                figures.positive(interval, "awr_interval_minutes")
                        .map(FactFigures.Known::value)
                        .orElse(60.0),
                monthEnd(first.get().toLocalDate(), last.get().toLocalDate())));
    }

    /** The last day of a month lies between, both ends included. */
    static boolean monthEnd(LocalDate from, LocalDate to) {
        LocalDate end = from.withDayOfMonth(from.lengthOfMonth());
        return !end.isAfter(to);
    }

    private static Optional<LocalDateTime> moment(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text));
        } catch (DateTimeParseException noMoment) {
            return Optional.empty();
        }
    }

    Grade grade(boolean measuredCapacity) {
        return Grade.of(days, intervalMinutes, monthEnd, measuredCapacity);
    }
}
