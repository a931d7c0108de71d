package io.gulliver.domain.program;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The time of a program: what its calendar says at each real instant, and the other way. Before its first piece, and
 * without one, it is the wall clock; a real program has none. Pieces are only added, so what was once converted stays so.
 *
 * <p>Dates of the plan, windows, freezes, what is due, working hours, estimates and actuals are program time. Time-outs,
 * heartbeats, retries, leases, sessions, the audit record and logs are real time.
 */
public final class ProgramClock {
    /** The wall clock. */
    public static final ProgramClock REAL = new ProgramClock(List.of());

    /** In their order, which is that of both times. */
    private final List<ClockPiece> pieces;

    private ProgramClock(List<ClockPiece> pieces) {
        this.pieces = pieces;
    }

    /** @param pieces in any order */
    public static ProgramClock of(Collection<ClockPiece> pieces) {
        return pieces.isEmpty()
                ? REAL
                : new ProgramClock(pieces.stream()
                        .sorted(Comparator.comparingLong(ClockPiece::number))
                        .toList());
    }

    /**
     * The clock with one more piece.
     *
     * @throws IllegalArgumentException it would change what was, or let program time go back
     */
    public ProgramClock with(ClockPiece piece) {
        ClockPiece last = last();
        long next = last == null ? 1 : last.number() + 1;
        if (piece.number() != next) {
            throw new IllegalArgumentException("The next piece is number " + next + ", not " + piece.number());
        }
        if (last != null && piece.real().isBefore(last.real())) {
            throw new IllegalArgumentException(
                    "A piece from " + piece.real() + " would change the past: the last one began at " + last.real());
        }
        Instant reached = program(piece.real());
        if (piece.program().isBefore(reached)) {
            throw new IllegalArgumentException("Program time does not go back: at " + piece.real() + " it is " + reached
                    + ", not " + piece.program());
        }
        List<ClockPiece> more = new ArrayList<>(pieces.size() + 1);
        more.addAll(pieces);
        more.add(piece);
        return new ProgramClock(more);
    }

    /** Whether it is the wall clock. */
    public boolean real() {
        return pieces.isEmpty();
    }

    /** The piece that holds, or null where the wall clock does. */
    public @Nullable ClockPiece last() {
        return pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
    }

    /** What the program's calendar says at a real instant. */
    public Instant program(Instant real) {
        int piece = lastFrom(real, ClockPiece::real);
        return piece < 0 ? real : pieces.get(piece).at(real);
    }

    /** As {@link #program}; null stays null. */
    public @Nullable Instant programOrNull(@Nullable Instant real) {
        return real == null ? null : program(real);
    }

    /**
     * The first real instant at which the program's calendar said this, or will say it by what is known now; empty when
     * program time stands before it.
     */
    public Optional<Instant> real(Instant program) {
        int piece = lastFrom(program, ClockPiece::program);
        if (piece < 0) {
            // Before the first piece the wall clock held; what a leap left out came with the piece.
            Instant first = pieces.isEmpty() ? program : pieces.get(0).real();
            return Optional.of(program.isBefore(first) ? program : first);
        }
        Optional<Instant> reached = reached(piece, program);
        // Where program time stood over several pieces, the first of them had it already.
        while (piece > 0 && reached(piece - 1, program).isPresent()) {
            piece--;
            reached = reached(piece, program);
        }
        if (reached.isPresent()) {
            return reached;
        }
        return piece + 1 < pieces.size() ? Optional.of(pieces.get(piece + 1).real()) : Optional.empty();
    }

    /** When a piece reached it while it held. */
    private Optional<Instant> reached(int piece, Instant program) {
        Optional<Instant> reached = pieces.get(piece).reaches(program);
        return piece + 1 == pieces.size()
                ? reached
                : reached.filter(at -> !at.isAfter(pieces.get(piece + 1).real()));
    }

    /** The last piece that begins at or before an instant, or -1. */
    private int lastFrom(Instant at, Function<ClockPiece, Instant> begin) {
        int low = 0;
        int high = pieces.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (begin.apply(pieces.get(middle)).isAfter(at)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low - 1;
    }
}
