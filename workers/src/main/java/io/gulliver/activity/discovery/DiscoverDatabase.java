package io.gulliver.activity.discovery;

import io.gulliver.activity.Databases;
import io.gulliver.activity.Databases.Address;
import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.Systems;
import io.gulliver.adapter.oracle.DiscoveryQuestions;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleStatement;
import io.gulliver.adapter.oracle.OracleStatements;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.evidence.LoadSamples;
import io.gulliver.evidence.client.SampledSessions;
import io.gulliver.evidence.discovery.AnswerRow;
import io.gulliver.evidence.discovery.Answers;
import io.gulliver.evidence.discovery.Discovery;
import io.gulliver.evidence.discovery.LoadSeriesFile;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code discovery.database}: the read-only questions of the domain document, section 3, that fit the database's release
 * and the program's policy, over JDBC or, where the driver does not speak with so old a release, by SQL*Plus. A question
 * without an answer costs its own facts; a lost connection fails the step.
 */
final class DiscoverDatabase extends ShortAction {
    /** What the server and the driver say to a release that the driver does not speak with. */
    private static final Set<Integer> TOO_OLD = Set.of(3134, 28040);

    /** The first release for which Oracle certifies the driver. */
    private static final OracleStatement.Versions CERTIFIED = new OracleStatement.Versions("11.2.0.4", null);

    private static final Pattern RELEASE = Pattern.compile("\\d+(\\.\\d+)*");

    private final Databases databases;
    private final Systems systems;
    private final DiscoveryQuestions questions = DiscoveryQuestions.of(OracleStatements.load());

    DiscoverDatabase(Databases databases, Systems systems) {
        super("discovery.database");
        this.databases = databases;
        this.systems = systems;
    }

    /** The digits of a release as people write it: {@code 19.22} of {@code 19.22c}; empty when there are none. */
    static String digits(String told) {
        Matcher release = RELEASE.matcher(told);
        return release.find() ? release.group() : "";
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        String known = digits(rendering.shown("known_release", ""));
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
        Answers answers = ask(call, context, address, policy, evidence);
        Discovery discovery = Discovery.of(answers);
        Map<String, Object> out = DiscoveryOutputs.of(discovery, answers);
        clients(out, answers);
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
                address.name() + ": " + out.get("release") + ", " + out.get("data_gb") + " GB of data, blockers: "
                        + discovery.blockers().size() + ", unanswered: "
                        + discovery.unanswered().size());
    }

    /** Who was connected, without Gulliver itself. */
    private void clients(Map<String, Object> out, Answers answers) {
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

    private Answers ask(
            StepCall call, StepContext context, Address address, DiscoveryPolicy policy, List<EvidenceRef> evidence) {
        String known = digits(Inputs.of(call).findText("known_release").orElse(""));
        // "11.2" leaves it open; the database itself then says whether it is too old.
        if (CERTIFIED.contains(known.isEmpty() ? "99" : known)
                || CERTIFIED.min().startsWith(known)) {
            try {
                return JdbcAsking.all(questions, policy, databases, address, context);
            } catch (OracleException e) {
                if (!TOO_OLD.contains(e.code())) {
                    throw e;
                }
            }
        }
        ScriptAsking.Asked asked = new ScriptAsking(questions, policy, systems).all(call, context);
        evidence.addAll(asked.evidence());
        return asked.answers();
    }

    private static String report(Address address, Map<String, Object> out, Answers answers) {
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
