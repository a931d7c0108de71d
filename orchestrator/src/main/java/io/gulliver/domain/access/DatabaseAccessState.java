package io.gulliver.domain.access;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of the access to one database.
 *
 * @param database its name
 * @param findings one for each thing that was looked at
 * @param missing grants that the user lacks, as a grant statement names them
 * @param zone from which it was tried, or null before the first time
 * @param worker the machine that tried, or null
 * @param checkedAt when, or null before the first time
 * @param reached every connection that was tried
 * @param asked whether somebody asked to try again and it was not done yet
 */
public record DatabaseAccessState(
        String database,
        Map<AccessItem, AccessFinding> findings,
        List<String> missing,
        @Nullable String zone,
        @Nullable String worker,
        @Nullable Instant checkedAt,
        List<AccessReach> reached,
        boolean asked) {
    public DatabaseAccessState {
        EnumMap<AccessItem, AccessFinding> ordered = new EnumMap<>(AccessItem.class);
        ordered.putAll(findings);
        findings = Collections.unmodifiableMap(ordered);
        missing = List.copyOf(missing);
        reached = List.copyOf(reached);
    }

    /** A state that tells of no single connection. */
    public DatabaseAccessState(
            String database,
            Map<AccessItem, AccessFinding> findings,
            List<String> missing,
            @Nullable String zone,
            @Nullable String worker,
            @Nullable Instant checkedAt,
            boolean asked) {
        this(database, findings, missing, zone, worker, checkedAt, List.of(), asked);
    }

    /** Nobody looked yet. */
    public static DatabaseAccessState untried(String database, boolean asked) {
        return new DatabaseAccessState(database, Map.of(), List.of(), null, null, null, asked);
    }

    /** How one thing stands. */
    public AccessState state(AccessItem item) {
        AccessFinding found = findings.get(item);
        return found == null ? AccessState.UNKNOWN : found.state();
    }

    /** Whether somebody must act. */
    public boolean bad() {
        return findings.values().stream().anyMatch(finding -> finding.state() == AccessState.BAD);
    }
}
