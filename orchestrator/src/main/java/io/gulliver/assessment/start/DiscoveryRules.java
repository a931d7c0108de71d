package io.gulliver.assessment.start;

import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessState;
import io.gulliver.domain.access.DatabaseAccessState;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A run of discovery only looks, so that it needs no decision and comes before all others: its playbook has no step of
 * another stage and none that changes anything. By itself it begins only where a check of access was let in: a log-on with a
 * wrong password, tried again and again, would lock an account.
 */
public final class DiscoveryRules {
    /** Stands for the method in playbooks that look and do nothing else. */
    public static final String LOOKS = "discovery";

    /** What to do instead of a run of discovery that does more. */
    public static final String INSTEAD =
            "Start it without naming a playbook, or name one whose steps are all of the stage discovery and change nothing.";

    private static final Set<AccessItem> NEEDED = EnumSet.of(
            AccessItem.NAME, AccessItem.PORT, AccessItem.LOGIN, AccessItem.CREATE_SESSION, AccessItem.CATALOGUE);

    private DiscoveryRules() {}

    /**
     * Why a run of discovery may not take a playbook; {@link #INSTEAD} says what to do.
     *
     * @param playbook its name and version
     * @param others its steps that are of another stage, or change something
     */
    public static Optional<String> beyond(String playbook, List<String> others) {
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("A run of discovery only looks, and " + playbook + " would do more: "
                        + String.join(", ", others));
    }

    /** Whether a check of access was let in: into the database, or into its host where the driver cannot ask it. */
    public static boolean open(DatabaseAccessState access) {
        boolean asked = access.state(AccessItem.LOGIN) == AccessState.GOOD;
        boolean refused = NEEDED.stream().anyMatch(item -> access.state(item) == AccessState.BAD);
        return !refused && (asked || access.state(AccessItem.SSH) == AccessState.GOOD);
    }
}
