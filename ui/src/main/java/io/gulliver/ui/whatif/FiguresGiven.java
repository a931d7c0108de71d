package io.gulliver.ui.whatif;

import io.gulliver.planning.figure.UnfitFigure;
import io.gulliver.planning.figure.UnfitFiguresException;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects what is missing from the figures that somebody gave, so that all of it is said at once. */
final class FiguresGiven {
    private static final int LONGEST = 200;

    private final List<FieldProblem> problems = new ArrayList<>();

    /** A figure that must be there; 0 stands in until {@link #done}. */
    double need(String pointer, @Nullable Double value) {
        if (value == null) {
            missing(pointer);
            return 0;
        }
        return value;
    }

    /** A text that must be there. */
    String text(String pointer, @Nullable String value) {
        if (value == null || value.isBlank()) {
            missing(pointer);
            return "";
        }
        return named(pointer, value, "");
    }

    /** A text that may be left out. */
    String named(String pointer, @Nullable String value, String usual) {
        if (value != null && value.length() > LONGEST) {
            wrong(pointer, value.length() + " characters, wanted at most " + LONGEST);
            return usual;
        }
        return value == null || value.isBlank() ? usual : value;
    }

    /** A part that must be there; false when it is not. */
    boolean part(String pointer, @Nullable Object value) {
        if (value == null) {
            missing(pointer);
        }
        return value != null;
    }

    void missing(String pointer) {
        wrong(pointer, "is missing");
    }

    void wrong(String pointer, String message) {
        problems.add(new FieldProblem(pointer, message));
    }

    /** Refuses when anything was missing or wrong. */
    void done() {
        if (!problems.isEmpty()) {
            throw Refusal.invalid(problems);
        }
    }

    static double or(@Nullable Double value, double usual) {
        return value == null ? usual : value;
    }

    static <T> List<@Nullable T> list(@Nullable List<@Nullable T> given) {
        return given == null ? List.of() : given;
    }

    /** Plans, and says of figures that cannot be which they are. */
    static <T> T planned(Supplier<T> plan) {
        return planned("", plan);
    }

    /** The same for a part of the content, whose pointer leads the figures' own. */
    static <T> T planned(String part, Supplier<T> plan) {
        try {
            return plan.get();
        } catch (UnfitFiguresException e) {
            List<FieldProblem> problems = new ArrayList<>();
            for (UnfitFigure one : e.figures()) {
                problems.add(new FieldProblem(part + one.field(), one.message()));
            }
            throw Refusal.invalid(problems);
        } catch (ArithmeticException e) {
            throw Refusal.invalid(List.of(new FieldProblem(part, String.valueOf(e.getMessage()))));
        }
    }
}
