package io.gulliver.domain.people;

import io.gulliver.domain.migration.Verb;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who may say what: a task or gate belongs to its role, and an approver may decide any gate; each other verb belongs to
 * the roles named for it. Managers and DBAs steer; ending a migration is for managers.
 */
public final class RolePolicy {
    public static final String MIGRATION_MANAGER = "migration-manager";
    public static final String CUTOVER_MANAGER = "cutover-manager";
    public static final String DBA = "dba";
    /** Decides gates, in whosever queue they stand. */
    public static final String APPROVER = "approver";

    /** Lets a run do, as one of two, what the rules on methods or the plan speak against. */
    public static final List<String> OVERRULING = List.of(APPROVER, CUTOVER_MANAGER, MIGRATION_MANAGER);

    private static final Map<Verb, List<String>> ROLES = roles();

    private RolePolicy() {}

    private static Map<Verb, List<String>> roles() {
        List<String> steering = List.of(CUTOVER_MANAGER, DBA, MIGRATION_MANAGER);
        List<String> ending = List.of(CUTOVER_MANAGER, MIGRATION_MANAGER);
        Map<Verb, List<String>> roles = new EnumMap<>(Verb.class);
        for (Verb verb : Verb.values()) {
            roles.put(
                    verb,
                    switch (verb) {
                        case PAUSE, RESUME, RETRY, SKIP -> steering;
                        case ABORT, ROLL_BACK, FALL_BACK -> ending;
                        case DECIDE -> List.of(APPROVER);
                        case COMPLETE -> List.of();
                    });
        }
        return roles;
    }

    /**
     * The functions of which a command asks for one.
     *
     * @param queue role of the open task of the command's step, or null; it may always retry or skip the step
     */
    public static SortedSet<String> allowed(Verb verb, @Nullable String queue) {
        TreeSet<String> allowed = new TreeSet<>(ROLES.getOrDefault(verb, List.of()));
        if (queue != null && verb.concernsStep()) {
            allowed.add(queue);
        }
        return allowed;
    }

    /**
     * Why a person may not give a command, and what to do.
     *
     * @param queue role of the open task of the command's step, or null; it may always retry or skip the step
     */
    public static Optional<RuleViolation> violation(Verb verb, Speaker speaker, @Nullable String queue) {
        SortedSet<String> allowed = allowed(verb, queue);
        if (speaker.roles().stream().anyMatch(allowed::contains)) {
            return Optional.empty();
        }
        return Optional.of(RuleViolation.notYou(verb + " needs one of the roles " + allowed + "; " + speaker.name()
                + " has " + new TreeSet<>(speaker.roles()) + ". Ask someone who has it."));
    }

    /** Why a person may not claim, release, snooze or hand over the task of a queue, and what to do. */
    public static Optional<RuleViolation> violation(String queue, String title, Speaker speaker) {
        return speaker.roles().contains(queue)
                ? Optional.empty()
                : Optional.of(RuleViolation.notYou("Task '" + title + "' is for the role " + queue + "; "
                        + speaker.name()
                        + " does not have it. Ask someone of that role, or an administrator for the role."));
    }
}
