package io.gulliver.planning.inputs;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.planning.figure.UnfitFiguresException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects what goes into one part of a sizing: the weakest confidence, what is missing, what was assumed. */
final class PartBuilder {
    private final List<Gap> missing = new ArrayList<>();
    private final List<String> assumptions = new ArrayList<>();
    private final Map<String, String> sources = new LinkedHashMap<>();
    private Confidence weakest = Confidence.MEASURED;
    private boolean open = true;

    /** Takes a known figure under its name in the derivation, 0 when it is not there and nothing may be sized. */
    double need(String name, Optional<FactFigures.Known> known, Gap gap) {
        if (known.isEmpty()) {
            missing.add(gap);
            open = false;
            return 0;
        }
        return take(name, known.get());
    }

    /** Takes a figure, or a value that is stated as an assumption. */
    double orAssume(String name, Optional<FactFigures.Known> known, double value, String assumption) {
        if (known.isPresent()) {
            return take(name, known.get());
        }
        assume(assumption);
        sources.put(name, "assumed");
        return value;
    }

    double take(String name, FactFigures.Known known) {
        sources.put(name, known.source());
        weaken(known.confidence());
        return known.value();
    }

    void assume(String assumption) {
        if (!assumptions.contains(assumption)) {
            assumptions.add(assumption);
        }
        weaken(Confidence.ASSUMED);
    }

    /** Says what a figure rests on without making it less sure. */
    void note(String note) {
        if (!assumptions.contains(note)) {
            assumptions.add(note);
        }
    }

    void weaken(Confidence confidence) {
        if (confidence.compareTo(weakest) > 0) {
            weakest = confidence;
        }
    }

    void source(String name, String source) {
        sources.put(name, source);
    }

    /** Something that would sharpen a figure, without which there still is one. */
    void wanted(Gap gap) {
        if (!missing.contains(gap)) {
            missing.add(gap);
        }
    }

    /** Something without which there is no figure. */
    void stop(Gap gap) {
        wanted(gap);
        open = false;
    }

    boolean open() {
        return open;
    }

    List<Gap> missing() {
        return missing;
    }

    Confidence confidence() {
        return weakest;
    }

    Map<String, String> sources() {
        return sources;
    }

    /** The figures, unless something is missing or cannot be. */
    <T> Part<T> part(Supplier<T> planner) {
        @Nullable T sizing = null;
        if (open) {
            try {
                sizing = planner.get();
            } catch (UnfitFiguresException unfit) {
                unfit.figures()
                        .forEach(figure -> missing.add(new Gap(
                                "a figure that can be",
                                List.of(figure.field()),
                                figure.message() + ": correct the fact or the program's policy")));
            }
        }
        return new Part<>(sizing, weakest, missing, assumptions);
    }
}
