package io.gulliver.persistence.command;

import io.gulliver.domain.task.Task;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says whether a person may give a command; asked inside the transaction that records it. */
@FunctionalInterface
public interface CommandPolicy {
    /**
     * @param task the open task of the command's step, or null
     * @return why not, and what to do; empty when it is allowed
     */
    Optional<String> refusal(NewCommand command, @Nullable Task task);
}
