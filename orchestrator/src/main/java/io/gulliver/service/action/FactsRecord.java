package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.evidence.client.HostProgram;
import io.gulliver.evidence.client.SampledSessions;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * {@code facts.record}: keeps what steps found out as facts of the database, with the step or a given source. What a rehearsal
 * finds on a copy, a snapshot or a standby is assumed of the database, and says nothing of its host and its clients.
 */
public final class FactsRecord implements ControlAction {
    private final Keeper facts;
    private final Watcher clients;
    private final Runner programs;
    private final Predicate<MigrationId> elsewhere;

    /** One fact as a step found it. */
    public record Found(String name, Object value, @Nullable String unit, String source, Confidence confidence) {}

    /** Keeps facts of a database, true as of now. */
    @FunctionalInterface
    public interface Keeper {
        void keep(String program, String database, List<Found> facts);
    }

    /** Takes the clients that one sample of a database's sessions showed. */
    @FunctionalInterface
    public interface Watcher {
        void seen(String program, String database, List<ClientSighting> clients);
    }

    /** Takes the programs that a host was seen to run, with the host as their source. */
    @FunctionalInterface
    public interface Runner {
        void runs(String program, String database, List<HostProgram> programs, String source);
    }

    /** Where every run looks at the source itself. */
    public FactsRecord(Keeper facts, Watcher clients, Runner programs) {
        this(facts, clients, programs, run -> false);
    }

    /** @param elsewhere whether a run looks at a stand-in of its source */
    public FactsRecord(Keeper facts, Watcher clients, Runner programs, Predicate<MigrationId> elsewhere) {
        this.facts = facts;
        this.clients = clients;
        this.programs = programs;
        this.elsewhere = elsewhere;
    }

    @Override
    public String name() {
        return "facts.record";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        return switch (call.operation()) {
            case RUN, START -> {
                boolean standIn = elsewhere.test(call.migration());
                List<Found> found = standIn ? assumed(found(call)) : found(call);
                try {
                    List<ClientSighting> connected = standIn ? List.of() : connected(call);
                    facts.keep(call.program(), call.database(), found);
                    clients.seen(call.program(), call.database(), connected);
                    List<HostProgram> running = standIn ? List.of() : running(call);
                    if (!running.isEmpty()) {
                        programs.runs(
                                call.program(),
                                call.database(),
                                running,
                                "step " + call.step() + " of " + call.migration());
                    }
                } catch (IllegalArgumentException e) {
                    throw new Refused(FailureCode.INPUT_INVALID.with(
                            "Step " + call.step() + ": " + e.getMessage(), "Correct the playbook"));
                }
                yield StepResult.done(Map.of("recorded", found.size()), found.size() + " facts recorded");
            }
            case AWAIT, STOP, UNDO -> StepResult.done(Map.of(), "Facts stay: they say what was found");
            case EVALUATE -> StepResult.done(Map.of("recorded", 0), "Would record what earlier steps find");
        };
    }

    private static List<Found> assumed(List<Found> found) {
        return found.stream()
                .filter(one -> !one.name().startsWith("host."))
                .map(one -> new Found(one.name(), one.value(), one.unit(), one.source(), Confidence.ASSUMED))
                .toList();
    }

    private static List<Found> found(StepCall call) {
        String step = "step " + call.step() + " of " + call.migration();
        Map<String, Object> sources = map(call, "sources");
        Map<String, Object> units = map(call, "units");
        List<?> assumed = call.inputs().get("assumed") instanceof List<?> names ? names : List.of();
        List<Found> found = new ArrayList<>();
        map(call, "facts").forEach((name, value) -> {
            Object source = sources.get(name);
            Object unit = units.get(name);
            found.add(new Found(
                    name,
                    value,
                    unit == null ? null : unit.toString(),
                    source == null ? step : source + ", " + step,
                    assumed.contains(name) ? Confidence.ASSUMED : Confidence.MEASURED));
        });
        return found;
    }

    /** One sample has one moment, so that a step that is tried again counts nobody twice. */
    private static List<ClientSighting> connected(StepCall call) {
        if (!(call.inputs().get("clients") instanceof List<?> texts) || texts.isEmpty()) {
            return List.of();
        }
        String at = String.valueOf(call.inputs().get("clients_at"));
        try {
            return SampledSessions.read(texts.stream().map(String::valueOf).toList(), Instant.parse(at));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("clients_at " + at + " is no moment such as 2027-05-01T20:00:00Z", e);
        }
    }

    private static List<HostProgram> running(StepCall call) {
        return call.inputs().get("programs") instanceof List<?> lines
                ? lines.stream().map(String::valueOf).map(HostProgram::of).toList()
                : List.of();
    }

    private static Map<String, Object> map(StepCall call, String input) {
        Map<String, Object> values = new TreeMap<>();
        if (call.inputs().get(input) instanceof Map<?, ?> given) {
            given.forEach((name, value) -> {
                if (value != null) {
                    values.put(String.valueOf(name), value);
                }
            });
        }
        return values;
    }
}
