package io.gulliver.persistence.command;

import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.task.Task;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The usual policy: a task or gate belongs to its role; each other verb to the roles named for it. */
public final class RolePolicy implements CommandPolicy {
    public static final String MIGRATION_MANAGER = "migration-manager";
    public static final String CUTOVER_MANAGER = "cutover-manager";
    public static final String DBA = "dba";

    private final Map<Verb, List<String>> roles = new EnumMap<>(Verb.class);

    /** @param roles who may say a verb; a step's own role may always retry or skip it */
    public RolePolicy(Map<Verb, List<String>> roles) {
        this.roles.putAll(roles);
    }

    /** Managers and DBAs steer; ending a migration is for managers. */
    public static RolePolicy standard() {
        List<String> steering = List.of(CUTOVER_MANAGER, DBA, MIGRATION_MANAGER);
        List<String> ending = List.of(CUTOVER_MANAGER, MIGRATION_MANAGER);
        Map<Verb, List<String>> roles = new EnumMap<>(Verb.class);
        roles.put(Verb.PAUSE, steering);
        roles.put(Verb.RESUME, steering);
        roles.put(Verb.RETRY, steering);
        roles.put(Verb.SKIP, steering);
        roles.put(Verb.ABORT, ending);
        roles.put(Verb.ROLL_BACK, ending);
        roles.put(Verb.FALL_BACK, ending);
        return new RolePolicy(roles);
    }

    @Override
    public Optional<String> refusal(NewCommand command, @Nullable Task task) {
        Verb verb = command.order().verb();
        TreeSet<String> allowed = new TreeSet<>();
        if (verb == Verb.COMPLETE || verb == Verb.DECIDE) {
            if (task != null) {
                allowed.add(task.role());
            }
        } else {
            allowed.addAll(roles.getOrDefault(verb, List.of()));
            if (task != null && (verb == Verb.RETRY || verb == Verb.SKIP)) {
                allowed.add(task.role());
            }
        }
        if (command.speaker().roles().stream().anyMatch(allowed::contains)) {
            return Optional.empty();
        }
        return Optional.of(verb + " needs one of the roles " + allowed + "; "
                + command.speaker().name() + " has "
                + new TreeSet<>(command.speaker().roles())
                + ". Ask someone who has it.");
    }
}
