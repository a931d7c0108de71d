package io.gulliver.service.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.HostDependency;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.evidence.client.HostProgram;
import io.gulliver.evidence.client.SampledSessions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FactsRecordTest {
    private static final Instant AT = Instant.parse("2027-05-01T20:00:00Z");
    private final List<FactsRecord.Found> kept = new ArrayList<>();
    private final List<ClientSighting> seen = new ArrayList<>();
    private final List<HostProgram> running = new ArrayList<>();
    private final FactsRecord action = new FactsRecord(
            (program, database, facts) -> kept.addAll(facts),
            (program, database, clients) -> seen.addAll(clients),
            (program, database, programs, source) -> running.addAll(programs));

    private static ClientSighting client(String machine, @Nullable String driver, long sessions) {
        return new ClientSighting(
                ClientDirection.INBOUND,
                "sessions",
                machine,
                "tab\tand \"quotes\"",
                null,
                "crm",
                null,
                driver,
                AT,
                AT,
                sessions);
    }

    private static StepCall call(Operation operation, Map<String, Object> inputs) {
        return new StepCall(
                new MigrationId("atlas/crm/1"),
                "atlas",
                "crm",
                Purpose.REHEARSAL,
                1,
                StepKey.parse("keep-facts"),
                1,
                1,
                operation,
                "facts.record",
                "none",
                inputs,
                Map.of(),
                null,
                0);
    }

    private void invoke(Operation operation, Map<String, Object> inputs) {
        action.invoke(call(operation, inputs), (condition, seconds) -> condition.getAsBoolean());
    }

    @Test
    void whatARehearsalFindsOnAStandInIsAssumedAndSaysNothingOfHostAndClients() {
        FactsRecord onACopy = new FactsRecord(
                (program, database, facts) -> kept.addAll(facts),
                (program, database, clients) -> seen.addAll(clients),
                (program, database, programs, source) -> running.addAll(programs),
                run -> true);
        onACopy.invoke(
                call(
                        Operation.RUN,
                        Map.of(
                                "facts", Map.of("objects", 22, "host.cpus", 4),
                                "clients", SampledSessions.texts(List.of(client("app01", null, 9))),
                                "clients_at", AT.toString())),
                (condition, seconds) -> condition.getAsBoolean());
        assertThat(kept).singleElement().satisfies(fact -> {
            assertThat(fact.name()).isEqualTo("objects");
            assertThat(fact.confidence()).isEqualTo(Confidence.ASSUMED);
        });
        assertThat(seen).isEmpty();
    }

    @Test
    void handsOnTheClientsOfASampleAsTheyWereSeen() {
        List<ClientSighting> sample = List.of(client("app01", "jdbcthin 19.3", 9), client("WG\\pc", null, 2));
        invoke(
                Operation.RUN,
                Map.of(
                        "facts", Map.of("objects", 22),
                        "clients", SampledSessions.texts(sample),
                        "clients_at", AT.toString()));
        assertThat(seen).isEqualTo(sample);
        assertThat(kept).extracting(FactsRecord.Found::name).containsExactly("objects");
    }

    @Test
    void aRunOfAnOlderPlaybookTellsNoClients() {
        invoke(Operation.RUN, Map.of("facts", Map.of("objects", 22)));
        assertThat(kept).hasSize(1);
        assertThat(seen).isEmpty();
    }

    @Test
    void anEvaluationKeepsNothing() {
        invoke(
                Operation.EVALUATE,
                Map.of("clients", SampledSessions.texts(List.of(client("a", null, 1))), "clients_at", AT.toString()));
        assertThat(seen).isEmpty();
    }

    @Test
    void refusesClientsOfAnotherFormBeforeAnythingIsKept() {
        for (String text : List.of("app01", "[]", "[\"app01\",\"x\",null,null,null,\"9\"]")) {
            assertThatThrownBy(() -> invoke(
                            Operation.RUN,
                            Map.of(
                                    "facts", Map.of("objects", 22),
                                    "clients", List.of(text),
                                    "clients_at", AT.toString())))
                    .as(text)
                    .isInstanceOf(ControlAction.Refused.class);
        }
        assertThat(kept).isEmpty();
        assertThat(seen).isEmpty();
    }

    @Test
    void aSampleTellsTheFiveHundredClientsWithMostSessions() {
        List<ClientSighting> sample = IntStream.rangeClosed(1, 600)
                .mapToObj(count -> client("host" + count, null, count))
                .toList();
        List<ClientSighting> read = SampledSessions.read(SampledSessions.texts(sample), AT);
        assertThat(read).hasSize(SampledSessions.MOST);
        assertThat(read.get(0).count()).isEqualTo(600);
        assertThat(read).allMatch(client -> client.count() > 100);
    }

    @Test
    void programsOfAHostGoToTheDependencies() throws Exception {
        HostProgram agent = new HostProgram("cagent", HostDependency.Kind.PROCESS, "root, /opt/cagent");
        action.invoke(
                call(Operation.RUN, Map.of("facts", Map.of(), "programs", List.of(agent.line()))),
                (condition, seconds) -> condition.getAsBoolean());
        assertThat(running).containsExactly(agent);
    }

    @Test
    void aLineThatIsNoProgramIsRefused() {
        assertThatThrownBy(() -> action.invoke(
                        call(Operation.RUN, Map.of("facts", Map.of(), "programs", List.of("cagent"))),
                        (condition, seconds) -> condition.getAsBoolean()))
                .hasMessageContaining("'cagent' is no program");
    }
}
