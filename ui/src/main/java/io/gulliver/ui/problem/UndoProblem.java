package io.gulliver.ui.problem;

import io.gulliver.service.planning.PlanUndoService;

/** Why a change of the plan cannot be taken back, in words. */
public final class UndoProblem {
    private UndoProblem() {}

    /** The key below which {@code messages.properties} has {@code .why} and {@code .do}. */
    public static String key(PlanUndoService.Why why) {
        return switch (why) {
            case OLD -> "problem.undo.OLD";
            case UNDONE -> "problem.undo.UNDONE";
            case CHANGED -> "problem.undo.CHANGED";
            case BEGUN -> "problem.undo.BEGUN";
        };
    }

    /** The refusal of an undo. */
    public static Refusal of(PlanUndoService.Refused refused) {
        return Refusal.conflict(key(refused.why()), refused.name());
    }
}
