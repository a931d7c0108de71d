package io.gulliver.planning.figure;

import java.util.List;
import java.util.stream.Collectors;

/** Figures were given that cannot be; names all of them at once. */
public final class UnfitFiguresException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final transient List<UnfitFigure> figures;

    public UnfitFiguresException(List<UnfitFigure> figures) {
        super(figures.stream().map(one -> one.field() + ": " + one.message()).collect(Collectors.joining("; ")));
        this.figures = List.copyOf(figures);
    }

    /** Every one, in the order in which they were looked at. */
    public List<UnfitFigure> figures() {
        return figures;
    }
}
