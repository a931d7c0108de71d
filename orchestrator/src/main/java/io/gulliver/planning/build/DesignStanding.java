package io.gulliver.planning.build;

import io.gulliver.domain.build.BuildApproval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A design with what people have approved of the server.
 *
 * @param playbook that would build it, with its version
 * @param design of it
 * @param approval of this very design, or null
 * @param last approval of a design of it, or null where nobody ever approved one
 * @param changes against the last approved design; empty where there is none
 */
public record DesignStanding(
        String playbook,
        BuildDesign design,
        @Nullable BuildApproval approval,
        @Nullable BuildApproval last,
        List<BuildDesign.Change> changes) {
    public DesignStanding {
        changes = List.copyOf(changes);
    }
}
