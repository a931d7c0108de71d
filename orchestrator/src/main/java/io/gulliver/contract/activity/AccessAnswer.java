package io.gulliver.contract.activity;

import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessReach;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a worker saw of the access to one database.
 *
 * @param database its name in the program
 * @param findings one for each thing
 * @param missing grants that the user lacks, as a grant statement names them
 * @param worker the machine that tried, or null when none did
 * @param reached every connection that was tried
 */
public record AccessAnswer(
        String database,
        List<AccessFinding> findings,
        List<String> missing,
        @Nullable String worker,
        @Nullable List<AccessReach> reached) {
    public AccessAnswer {
        reached = reached == null ? List.of() : List.copyOf(reached);
        findings = List.copyOf(findings);
        missing = List.copyOf(missing);
    }

    /** An answer that tells of no single connection. */
    public AccessAnswer(String database, List<AccessFinding> findings, List<String> missing, @Nullable String worker) {
        this(database, findings, missing, worker, List.of());
    }

    @Override
    public List<AccessReach> reached() {
        return reached == null ? List.of() : reached;
    }
}
