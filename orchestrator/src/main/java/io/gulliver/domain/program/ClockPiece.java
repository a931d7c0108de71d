package io.gulliver.domain.program;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One piece of a program's time: from a real instant on, program time goes on from an instant of its own at a rate, and
 * stands still once it has reached a limit.
 *
 * @param number of the piece in its program, from 1
 * @param real when it begins, by the wall clock
 * @param program what the program's calendar says then
 * @param rate seconds of program time in a real second; 0 stands still
 * @param limit where program time stands until the next piece, or null for none
 */
public record ClockPiece(
        long number,
        Instant real,
        Instant program,
        double rate,
        @Nullable Instant limit) {
    public ClockPiece {
        Objects.requireNonNull(real);
        Objects.requireNonNull(program);
        if (!(rate >= 0) || Double.isInfinite(rate)) {
            throw new IllegalArgumentException("Rate " + rate + " of program time: wanted a number from 0 up");
        }
        if (limit != null && limit.isBefore(program)) {
            throw new IllegalArgumentException(
                    "Program time cannot end at " + limit + " before it begins at " + program);
        }
    }

    /** What the program's calendar says at a real instant from the begin of the piece on. */
    public Instant at(Instant now) {
        if (rate == 0 || !now.isAfter(real)) {
            return program;
        }
        Instant reached = program.plus(times(Duration.between(real, now), rate));
        return limit != null && reached.isAfter(limit) ? limit : reached;
    }

    /**
     * The first real instant at which program time is there; empty when this piece does not reach it.
     *
     * @param wanted an instant of the program
     */
    public Optional<Instant> reaches(Instant wanted) {
        if (!wanted.isAfter(program)) {
            return Optional.of(real);
        }
        if (rate == 0 || limit != null && wanted.isAfter(limit)) {
            return Optional.empty();
        }
        return Optional.of(real.plus(times(Duration.between(program, wanted), 1 / rate)));
    }

    /** Exact at a rate of 1: a real program's dates are not to move by a nanosecond. */
    private static Duration times(Duration span, double factor) {
        if (factor == 1) {
            return span;
        }
        double seconds = span.getSeconds() * factor;
        long whole = (long) Math.floor(seconds);
        return Duration.ofSeconds(whole).plusNanos(Math.round((seconds - whole) * 1e9 + span.getNano() * factor));
    }
}
