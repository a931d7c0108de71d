package io.gulliver.domain.plan;

import io.gulliver.domain.migration.Purpose;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a database's outage, everywhere the same: predicted, rehearsed, running, actual, each beside the window.
 *
 * @param window agreed, or null while nothing was agreed
 * @param figures what is known, from the guess to the fact
 */
public record OutageFigures(@Nullable Duration window, List<Figure> figures) {
    /** Nothing is known, and nothing agreed. */
    public static final OutageFigures NONE = new OutageFigures(null, List.of());

    public OutageFigures {
        figures = List.copyOf(figures);
    }

    /** Where a figure comes from, from the guess to the fact. */
    public enum Kind {
        /** By sizes and rates. */
        PREDICTED,
        /** The newest rehearsal of the method that is taken that came through its outage. */
        REHEARSED,
        /** The night itself, so far. */
        RUNNING,
        /** The night as it was. */
        ACTUAL
    }

    /**
     * One of them.
     *
     * @param length how long users are, or were, out
     * @param over whether that is longer than agreed
     */
    public record Figure(Kind kind, Duration length, boolean over) {}

    /**
     * Of all that is known.
     *
     * @param predicted by sizes and rates, or null
     * @param window agreed, or null
     * @param method that is taken, or null while none is
     * @param measured outages of the database's runs, in any order
     * @param now until when a running one is counted
     */
    public static OutageFigures of(
            @Nullable Duration predicted,
            @Nullable Duration window,
            @Nullable String method,
            Collection<MeasuredOutage> measured,
            Instant now) {
        List<Figure> figures = new ArrayList<>();
        if (predicted != null) {
            figures.add(figure(Kind.PREDICTED, predicted, window));
        }
        newest(measured, Purpose.REHEARSAL, method)
                .ifPresent(one -> figures.add(figure(Kind.REHEARSED, one.length(now), window)));
        newest(measured, Purpose.PRODUCTION, method)
                .ifPresent(one -> figures.add(
                        figure(one.usersIn() == null ? Kind.RUNNING : Kind.ACTUAL, one.length(now), window)));
        return new OutageFigures(window, figures);
    }

    /**
     * A rehearsal counts once it came through its outage, and says nothing of another method than its own; the night counts
     * from its beginning, whichever way it goes.
     */
    private static Optional<MeasuredOutage> newest(
            Collection<MeasuredOutage> measured, Purpose purpose, @Nullable String method) {
        return measured.stream()
                .filter(one -> one.purpose() == purpose)
                .filter(one -> purpose == Purpose.PRODUCTION
                        || one.usersIn() != null && (method == null || method.equals(one.method())))
                .max(Comparator.comparing(MeasuredOutage::usersOut));
    }

    private static Figure figure(Kind kind, Duration length, @Nullable Duration window) {
        return new Figure(kind, length, new OutageFit(length, window).over());
    }

    /** The one nearest to the fact; empty while nothing is known. */
    public Optional<Figure> best() {
        return figures.isEmpty() ? Optional.empty() : Optional.of(figures.get(figures.size() - 1));
    }

    /** What runs told, nearest to the fact; empty while it is only predicted. */
    public Optional<Figure> measured() {
        return best().filter(one -> one.kind() != Kind.PREDICTED);
    }

    /** What is known best before the night; empty while nothing is. */
    public Optional<Figure> forecast() {
        return figures.stream()
                .filter(one -> one.kind() == Kind.PREDICTED || one.kind() == Kind.REHEARSED)
                .reduce((one, other) -> other);
    }

    /** The one of a kind; empty while it is not known. */
    public Optional<Figure> of(Kind kind) {
        return figures.stream().filter(one -> one.kind() == kind).findFirst();
    }

    /** Whether the one nearest to the fact is longer than agreed. */
    public boolean over() {
        return best().filter(Figure::over).isPresent();
    }
}
