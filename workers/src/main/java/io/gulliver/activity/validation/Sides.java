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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
        return ask(statement, statement, binds);
    }

    /** As {@link #ask(Generated, Map)}, each its own question; a side without one has no rows. */
    Answers ask(@Nullable Generated here, @Nullable Generated beyond, Map<String, ?> binds) {
        return ask(here, binds, beyond, binds);
    }

    /** As {@link #ask(Generated, Generated, Map)}, each with its own binds. */
    Answers ask(
            @Nullable Generated here,
            Map<String, ?> bindsHere,
            @Nullable Generated beyond,
            Map<String, ?> bindsBeyond) {
        return both(
                () -> here == null ? List.of() : source.query(here, bindsHere),
                () -> beyond == null ? List.of() : target.query(beyond, bindsBeyond));
    }

    /** As {@link #ask(Generated, Map)}, a statement of the catalogue by its name. */
    Answers ask(String statement, Map<String, ?> binds) {
        return both(() -> source.query(statement, binds), () -> target.query(statement, binds));
    }

    private Answers both(Supplier<List<OracleRow>> here, Supplier<List<OracleRow>> beyond) {
        CompletableFuture<List<OracleRow>> asked = CompletableFuture.supplyAsync(here, elsewhere);
        List<OracleRow> there;
        try {
            there = beyond.get();
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
