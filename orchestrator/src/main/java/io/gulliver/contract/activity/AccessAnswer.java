package io.gulliver.contract.activity;

import io.gulliver.domain.access.AccessFinding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a worker saw of the access to one database.
 *
 * @param database its name in the program
 * @param findings one for each thing
 * @param missing grants that the user lacks, as a grant statement names them
 * @param worker the machine that tried, or null when none did
 */
public record AccessAnswer(
        String database,
        List<AccessFinding> findings,
        List<String> missing,
        @Nullable String worker) {
    public AccessAnswer {
        findings = List.copyOf(findings);
        missing = List.copyOf(missing);
    }
}
