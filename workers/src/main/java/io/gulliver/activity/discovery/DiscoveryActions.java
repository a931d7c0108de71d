package io.gulliver.activity.discovery;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.DiscoveryQuestions;
import io.gulliver.adapter.oracle.OracleStatements;
import io.gulliver.contract.activity.DiscoveryScripts;
import io.gulliver.contract.activity.EvidenceSource;
import java.util.List;

/** The actions that look at databases and hosts; declared in {@code playbooks/actions/discovery.yaml}. */
public final class DiscoveryActions {
    private DiscoveryActions() {}

    /** What writes the script for a person's run. */
    public static DiscoveryScripts scripts() {
        DiscoveryQuestions questions = DiscoveryQuestions.of(OracleStatements.load());
        return (release, licensed) -> DiscoverWay.script(questions, Driver.digits(release), licensed);
    }

    /**
     * All of them, each logging its calls and translating failures.
     *
     * @param given files that people uploaded
     */
    public static List<StepAction> all(Systems systems, Databases databases, EvidenceSource given) {
        return List.<StepAction>of(
                        new DiscoverWay(databases, systems),
                        new DiscoverDatabase(databases, systems, given),
                        new DiscoverHost(new HostScripts(systems)))
                .stream()
                .map(systems::guarded)
                .toList();
    }
}
