package io.gulliver.activity.movement;

import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Statements that make at the target what the source has and the target lacks. An undo drops what their jobs made. */
abstract class FromSourceJob extends SqlPlusJob {
    private final Map<String, List<String>> made;

    /**
     * @param made first words of a part that an undo drops, with the statement that drops it and the slot of its name
     */
    FromSourceJob(String name, String verb, Map<String, List<String>> made, Systems systems, Databases databases) {
        super(name, verb, "statements", systems, databases);
        this.made = made;
    }

    /** What the target lacks that can be made. */
    abstract List<Part> lacking(StepCall call, OracleClient source, OracleClient target);

    /** Looks at what there is when all is made, and answers with it. */
    abstract StepResult seen(StepCall call, OracleClient source, OracleClient target, StepContext context);

    /** In the words of parts, what the target has of the kinds that an undo drops. */
    abstract Set<String> there(StepCall call, OracleClient target);

    @Override
    final List<Part> parts(StepCall call, OracleClient client, StepContext context) {
        try (OracleClient source = databases.read(Address.of(call, "source_"), context)) {
            return lacking(call, source, client);
        }
    }

    @Override
    final StepResult seen(StepCall call, OracleClient client, StepContext context) {
        try (OracleClient source = databases.read(Address.of(call, "source_"), context)) {
            return seen(call, source, client, context);
        }
    }

    /** Only what the jobs of this step made. */
    @Override
    public final StepResult undo(StepCall call, StepContext context) {
        List<String> done = done(call);
        clear(call, context);
        List<String> gone = new ArrayList<>();
        try (OracleClient client = databases.change(Address.of(call, ""), call, context)) {
            Set<String> there = there(call, client);
            for (String words : done) {
                made.forEach((kind, how) -> {
                    if (words.startsWith(kind) && there.contains(words)) {
                        client.execute(how.get(0), Map.of(how.get(1), words.substring(kind.length())));
                        gone.add(words);
                    }
                });
            }
        }
        return StepResult.done(Map.of(), "Dropped " + gone);
    }
}
