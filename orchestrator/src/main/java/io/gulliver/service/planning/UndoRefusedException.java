package io.gulliver.service.planning;

/** An edit of the plan cannot be taken back any more. */
public final class UndoRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient PlanUndoService.Refused refused;

    public UndoRefusedException(PlanUndoService.Refused refused) {
        super("The edit of the plan cannot be taken back: " + refused.why());
        this.refused = refused;
    }

    /** What stands in the way. */
    public PlanUndoService.Refused refused() {
        return refused;
    }
}
