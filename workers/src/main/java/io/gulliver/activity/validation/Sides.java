package io.gulliver.activity.validation;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.TableStatements;
import io.gulliver.adapter.oracle.TableStatements.Generated;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * One session at each of two databases, and the statements that both answer alike. Both are asked at the same time; for one
 * caller.
 *
 * @param elsewhere where the source is asked while the caller's own thread asks the target
 */
record Sides(OracleClient source, OracleClient target, TableStatements statements, Executor elsewhere) {
    /** What both said. */
    record Answers(List<OracleRow> source, List<OracleRow> target) {}

    /**
     * Asks both and waits for both.
     *
     * @throws RuntimeException of the target, or of the source where the target answered; never before both have ended, for
     *     a session is for one statement
     */
    Answers ask(Generated statement, Map<String, ?> binds) {
        CompletableFuture<List<OracleRow>> asked =
                CompletableFuture.supplyAsync(() -> source.query(statement, binds), elsewhere);
        List<OracleRow> there;
        try {
            there = target.query(statement, binds);
        } catch (RuntimeException e) {
            asked.handle((rows, failure) -> null).join();
            throw e;
        }
        try {
            return new Answers(asked.join(), there);
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
