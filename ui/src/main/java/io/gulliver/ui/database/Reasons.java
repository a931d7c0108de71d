package io.gulliver.ui.database;

import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.List;

/** What people must say when they decide something. */
final class Reasons {
    private static final int LONGEST = 1000;

    private Reasons() {}

    /** Refuses when there is none, or one that is too long. */
    static void require(String reason, Words words) {
        if (reason.isBlank()) {
            throw Refusal.invalid(List.of(new FieldProblem("/reason", words.text("command.reason"))));
        }
        if (reason.length() > LONGEST) {
            throw Refusal.invalid(List.of(new FieldProblem("/reason", words.text("command.long", LONGEST))));
        }
    }
}
