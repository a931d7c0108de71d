package io.gulliver.activity.validation;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Systems;
import java.util.List;

/** The actions that compare source and target; declared in {@code playbooks/actions/validation.yaml}. */
public final class ValidationActions {
    private ValidationActions() {}

    /** All of them, each logging its calls and translating failures. */
    public static List<StepAction> all(Systems systems, Databases databases) {
        return List.<StepAction>of(
                        new CheckReadiness(databases),
                        new CompareDictionary(databases),
                        new CompareContent(systems, databases))
                .stream()
                .map(systems::guarded)
                .toList();
    }
}
