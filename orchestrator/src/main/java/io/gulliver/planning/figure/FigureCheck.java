package io.gulliver.planning.figure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at figures before anything is computed and collects all that cannot be. */
public final class FigureCheck {
    /** Larger than any real figure of this trade; keeps products of a few figures finite. */
    public static final double MOST = 1e12;

    private final List<UnfitFigure> unfit = new ArrayList<>();

    /** 0 or more. Null, where the caller allows it, is fit. */
    public FigureCheck notNegative(String field, @Nullable Double value) {
        return within(field, value, 0, MOST);
    }

    /** Above 0. Null, where the caller allows it, is fit. */
    public FigureCheck positive(String field, @Nullable Double value) {
        if (value != null && !(value > 0 && value <= MOST)) {
            unfit(field, Derivation.shown(value) + ", wanted more than 0 and at most 1e12");
        }
        return this;
    }

    /** From least to most, both allowed. Null, where the caller allows it, is fit. */
    public FigureCheck within(String field, @Nullable Double value, double least, double most) {
        if (value != null && !(value >= least && value <= most)) {
            unfit(
                    field,
                    Derivation.shown(value) + ", wanted " + Derivation.shown(least) + " to " + Derivation.shown(most));
        }
        return this;
    }

    /** Above 0 and at most 1. */
    public FigureCheck share(String field, double value) {
        if (!(value > 0 && value <= 1)) {
            unfit(field, Derivation.shown(value) + ", wanted more than 0 and at most 1");
        }
        return this;
    }

    /** At least one and not more than most. */
    public FigureCheck some(String field, int size, int most) {
        if (size < 1 || size > most) {
            unfit(field, size + " entries, wanted 1 to " + most);
        }
        return this;
    }

    /** Says what is wrong with a field. */
    public FigureCheck unfit(String field, String message) {
        unfit.add(new UnfitFigure(field, message));
        return this;
    }

    /**
     * Ends the looking.
     *
     * @throws UnfitFiguresException when anything was unfit
     */
    public void done() {
        if (!unfit.isEmpty()) {
            throw new UnfitFiguresException(unfit);
        }
    }
}
