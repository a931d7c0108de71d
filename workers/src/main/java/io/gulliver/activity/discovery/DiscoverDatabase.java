package io.gulliver.activity.discovery;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.DiscoveryQuestions;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleStatement;
import io.gulliver.adapter.oracle.OracleStatements;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.EvidenceSource;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.evidence.LoadSamples;
import io.gulliver.evidence.client.SampledSessions;
import io.gulliver.evidence.discovery.AnswerRow;
import io.gulliver.evidence.discovery.Discovery;
import io.gulliver.evidence.discovery.LoadSeriesFile;
import io.gulliver.evidence.discovery.QueryResults;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code discovery.database}: the read-only questions of {@code docs/domain/discovery.md} that fit the database's
 * release and the program's policy, over JDBC or, where the driver does not speak with so old a release, by SQL*Plus on
 * the host or out of what SQL*Plus wrote where a person ran it. A question without an answer costs its own facts; a
 * lost connection fails the step.
 */
final class DiscoverDatabase extends ShortAction {
    private final Databases databases;
    private final Systems systems;
    private final EvidenceSource given;
    private final DiscoveryQuestions questions = DiscoveryQuestions.of(OracleStatements.load());

    DiscoverDatabase(Databases databases, Systems systems, EvidenceSource given) {
        super("discovery.database");
        this.databases = databases;
        this.systems = systems;
        this.given = given;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        String known = Driver.digits(rendering.shown("known_release", ""));
        String release = known.isEmpty() ? "19" : known;
        rendering
                .says("Would look at " + rendering.database(""))
                .asks(
                        rendering.database(""),
                        questions.fitting(release).stream()
                                .filter(statement ->
                                        DiscoveryQuestions.discovery(statement).load() == null)
                                .map(OracleStatement::id)
                                .toArray(String[]::new));
    }

    /** It only reads, so an evaluation really looks: what it sees lets later steps be rendered in full. */
    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        if (!Inputs.of(call).known("host", "service", "credential")) {
            return super.evaluate(call, context);
        }
        StepResult seen = run(call, context);
        Rendering rendering = Rendering.of(call).says("Looked at " + seen.message());
        render(call, rendering);
        return rendering.result(context, seen.outputs());
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        DiscoveryPolicy policy = DiscoveryPolicy.of(call);
        List<EvidenceRef> evidence = new ArrayList<>();
        Asked asked = ask(call, context, address, policy, evidence);
        QueryResults answers = asked.answers();
        Discovery discovery = Discovery.of(answers);
        Map<String, Object> out = DiscoveryOutputs.of(discovery, answers, databases.ownUsers());
        if (asked.recorded()) {
            DiscoveryOutputs.withoutFacts(out);
        } else {
            clients(out, answers);
        }
        evidence.add(0, context.evidence("database.json", "report", report(address, out, answers)));
        LoadSamples load = discovery.load();
        if (load != null && !load.samples().isEmpty()) {
            evidence.add(context.evidence(
                    "load-" + address.name().replaceAll("[^A-Za-z0-9_.-]", "_") + ".tsv",
                    LoadSeriesFile.KIND,
                    LoadSeriesFile.text(load)));
        }
        return new StepResult(
                true,
                out,
                null,
                null,
                List.copyOf(evidence),
                address.name() + " " + asked.how() + ": " + out.get("release") + ", " + out.get("data_gb")
                        + " GB of data, blockers: "
                        + discovery.blockers().size() + ", unanswered: "
                        + discovery.unanswered().size());
    }

    /** Who was connected, without Gulliver itself. */
    private void clients(Map<String, Object> out, QueryResults answers) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Set<String> ours = databases.ownUsers();
        out.put(
                "clients",
                SampledSessions.texts(SampledSessions.of(answers, now).stream()
                        .filter(client -> client.user() == null
                                || !ours.contains(client.user().toUpperCase(Locale.ROOT)))
                        .toList()));
        out.put("clients_at", now.toString());
    }

    /**
     * Answers, and how they came.
     *
     * @param how as a clause
     * @param recorded whether their facts and clients were recorded when the file was taken
     */
    private record Asked(QueryResults answers, String how, boolean recorded) {}

    private Asked ask(
            StepCall call, StepContext context, Address address, DiscoveryPolicy policy, List<EvidenceRef> evidence) {
        SourceWay way = SourceWay.of(Inputs.of(call).findText("way").orElse(""));
        UploadedSpool spool = UploadedSpool.of(call);
        boolean usable = spool.usable(Instant.now());
        if ((way == SourceWay.SPOOL || way == SourceWay.SCRIPT) && usable) {
            return fromSpool(spool, evidence);
        }
        String why = "The driver does not speak with it.";
        if (way == SourceWay.UNKNOWN || way == SourceWay.DRIVER) {
            String known =
                    Driver.digits(Inputs.of(call).findText("known_release").orElse(""));
            if (Driver.mayBeTried(known)) {
                try {
                    return new Asked(
                            JdbcQueryRunner.all(questions, policy, databases, address, context),
                            "by the driver",
                            false);
                } catch (OracleException e) {
                    if (!Driver.refused(e)) {
                        throw e;
                    }
                    why = Driver.why(e);
                } catch (JdbcQueryRunner.TooOldException e) {
                    why = Driver.older(e.release());
                }
            } else {
                why = Driver.why(known);
            }
        }
        Optional<SshHost> host = host(call, address, why, usable ? null : spool.lack(Instant.now()));
        if (host.isEmpty()) {
            return fromSpool(spool, evidence);
        }
        ScriptQueryRunner.Asked asked =
                new ScriptQueryRunner(questions, policy, systems).all(call, context, host.get());
        evidence.addAll(asked.evidence());
        return new Asked(asked.answers(), "by SQL*Plus on its host (" + why + ")", false);
    }

    private Asked fromSpool(UploadedSpool spool, List<EvidenceRef> evidence) {
        UploadedSpool.Read read = spool.read(given);
        evidence.add(read.ref());
        return new Asked(
                read.spool().answers(), "from the uploaded output of the discovery script of " + spool.at(), true);
    }

    /**
     * The host in the landscape; empty when there is none and an uploaded spool can stand in.
     *
     * @param lack why no spool can, or null
     */
    private Optional<SshHost> host(StepCall call, Address address, String why, @Nullable String lack) {
        try {
            return Optional.of(systems.host(address.host()));
        } catch (StepFailedException e) {
            if (lack == null) {
                return Optional.empty();
            }
            throw new StepFailedException(
                    FailureCode.SYSTEM_UNKNOWN,
                    address.name() + " can be asked in no way. " + why + " "
                            + e.failure().message() + " And " + lack + ".",
                    DiscoverWay.byHand(call, ScriptQueryRunner.sid(call)) + " Then retry the step. Or add the host to"
                            + " gulliver.landscape.hosts, and retry.");
        }
    }

    private static String report(Address address, Map<String, Object> out, QueryResults answers) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("database", address.name());
        report.put("facts", out);
        Map<String, Object> raw = new LinkedHashMap<>();
        answers.all()
                .forEach((question, rows) ->
                        raw.put(question, rows.stream().map(AnswerRow::values).toList()));
        report.put("answers", raw);
        return JsonMapper.shared().writeValueAsString(report);
    }
}
