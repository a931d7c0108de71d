package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.domain.estate.Fact;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.awrminer.ScriptedCapture;
import io.gulliver.evidence.awrminer.ScriptedCapture.Script;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodReport;
import io.gulliver.service.collection.EvidenceAnswer;
import io.gulliver.service.collection.EvidenceService;
import io.gulliver.service.collection.IntakeGate;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Captures of every version of the script, of many releases and platforms, as these write them: what each holds is known in sizing,
 * methods, completeness and assessment, with its own figures.
 */
@Tag("store")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CapturesOfOtherPlatformsTest {
    private static final String LINUX = "Linux x86 64-bit";

    private final IntakeGate gate = new IntakeGate(IntakeGate.Limits.DEFAULT);
    private StoreDatabase db;
    private Stores stores;
    private EvidenceService intake;
    private AssessmentService desk;

    @BeforeAll
    void open() {
        db = TestStore.open(new MovableClock());
        stores = Atlas.stores(db);
        intake = new EvidenceService(
                db,
                stores.programs(),
                stores.databases(),
                stores.evidence(),
                stores.facts(),
                stores.audit(),
                RuleTables.shipped().dependencies(),
                Services.waitingTasks(stores, hash -> {
                    throw new AssertionError("no run is made here");
                }),
                gate);
        desk = Services.assessment(stores);
    }

    @AfterAll
    void close() {
        db.close();
        gate.close();
    }

    private int programs;

    /** A program of its own, so that every capture can be of a database of one name. */
    private String program() {
        String key = "p" + ++programs;
        stores.programs().create(key, key, ZoneId.of("Europe/Berlin"), Map.of(), "Mia");
        new InventoryImport(
                        db,
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(
                        key,
                        "database,application,environment,size_gb,outage_window_minutes\nORDERS,app,production,77,600\n"
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(),
                        "Mia");
        return key;
    }

    private EvidenceAnswer upload(String program, ScriptedCapture capture) throws IOException {
        return intake.take(program, "ORDERS", capture.file(), new ByteArrayInputStream(capture.bytes()), "Mia", null);
    }

    private SortedMap<String, Object> facts(String program) {
        SortedMap<String, Object> values = new TreeMap<>();
        stores.facts().list(program, "ORDERS").forEach(fact -> values.put(fact.name(), fact.value()));
        return values;
    }

    static Stream<ScriptedCapture> captures() {
        List<ScriptedCapture> all = new ArrayList<>();
        for (Script script : Script.values()) {
            all.add(ScriptedCapture.of(script, LINUX, "19.22.0.0.0"));
        }
        all.add(ScriptedCapture.of(Script.V4_0, "Solaris[tm] OE (64-bit)", "10.2.0.5.0"));
        all.add(ScriptedCapture.of(Script.STATSPACK, "AIX-Based Systems (64-bit)", "10.2.0.4.0"));
        all.add(ScriptedCapture.of(Script.V5_0, "HP-UX IA (64-bit)", "11.1.0.7.0"));
        all.add(ScriptedCapture.of(Script.V3_0, "HP-UX (64-bit)", "11.2.0.4.0"));
        all.add(ScriptedCapture.of(Script.V2_9, "Solaris Operating System (x86-64)", "11.2.0.3.0"));
        all.add(ScriptedCapture.of(Script.AWS, "AIX-Based Systems (64-bit)", "12.1.0.2.0")
                .onHosts(List.of("p7a", "p7b"), List.of(32, 32)));
        all.add(ScriptedCapture.of(Script.V5_22, "Microsoft Windows x86 64-bit", "12.2.0.1.0")
                .written(true, true, true, false));
        all.add(ScriptedCapture.of(Script.V24_6, "IBM zSeries Based Linux", "19.24.0.0.0")
                .written(false, false, false, true));
        all.add(ScriptedCapture.of(Script.V2_9, LINUX, "11.2.0.2.0")
                .onHosts(List.of("dm01db01", "dm01db02", "dm02db01"), List.of(64, 64, 64))
                .written(true, false, false, true));
        for (long seed = 1; seed <= 4; seed++) {
            all.add(ScriptedCapture.of(Script.V24_6, LINUX, "19.22.0.0.0")
                    .onHosts(List.of("exa1", "exa2"), List.of(48, 16))
                    .written(seed % 2 == 0, seed % 3 == 0, seed == 1, false)
                    .inOrder(seed));
            all.add(ScriptedCapture.of(Script.AWS, LINUX, "19.22.0.0.0").inOrder(seed));
        }
        return all.stream();
    }

    private static boolean big(ScriptedCapture capture) {
        return !capture.platform().contains("x86");
    }

    @ParameterizedTest
    @MethodSource("captures")
    void everythingThatACaptureHoldsIsKnownInEveryDecision(ScriptedCapture capture) throws IOException {
        String program = program();
        EvidenceAnswer answer = upload(program, capture);
        Script script = capture.script();
        int instances = capture.hosts().size();
        boolean before112 =
                capture.release().startsWith("10.") || capture.release().startsWith("11.1");
        boolean platform = !before112 || script != Script.V2_9 && script != Script.V3_0 && script != Script.AWS;

        assertThat(answer.problems())
                .extracting(EvidenceProblem::message)
                .noneMatch(line -> line.contains("left out")
                        || line.contains("no end")
                        || line.contains("it says")
                        || line.contains("is not known")
                        || line.contains("not a snapshot"));
        SortedMap<String, Object> read = facts(program);
        assertThat(read)
                .containsEntry("database.name", "ORDERS")
                .containsEntry("database.dbid", "1234567890")
                .containsEntry("database.version", capture.release())
                .containsEntry("database.instances", (long) instances)
                .containsEntry("host.names", capture.hosts())
                .containsEntry("host.cores", (long) Collections.max(capture.cores()))
                .containsEntry("host.memoryGb", 252.28)
                .containsEntry("evidence.snapshots", (long) ScriptedCapture.SNAPSHOTS)
                .containsEntry("evidence.from", "2026-01-10T00:0" + (instances > 1 ? 1 : 0))
                .containsEntry("memory.sgaGb.max", round(8.1 * instances))
                .containsEntry("memory.pgaGb.max", round(2.4 * instances))
                .containsEntry("storage.sizeGb.last", 512.75)
                .containsEntry("io.iops.max", round((1047 + 50.5) * instances))
                .containsEntry("io.mbPerSecond.p95", round(13.7 * instances));
        if (script != Script.STATSPACK) {
            double most = 0;
            for (int s = 0; s < ScriptedCapture.SNAPSHOTS; s++) {
                most = Math.max(most, capture.busyCores(s));
            }
            assertThat((Double) read.get("cpu.busyCores.max")).isCloseTo(most, within(1e-4));
            assertThat(read).containsEntry("sessions.total.max", round(120.5 * instances));
        }
        if (script.tellsTraffic()) {
            assertThat(read).containsEntry("network.mbPerSecond.p50", (double) instances);
        }

        SortedMap<String, Object> known = desk.methodFacts(program, "ORDERS");
        assertThat(known)
                .containsEntry("source_release", capture.release())
                .containsEntry("source_topology", instances > 1 ? "rac" : "single");
        assertThat((Double) known.get("size_gb"))
                .isCloseTo((script.tellsEdition() ? 400 : 512.75) * 1.073741824, within(0.01));
        if (platform) {
            assertThat(known).containsEntry("endian", big(capture) ? "Big" : "Little");
        }
        if (script.tellsParameters()) {
            assertThat(known)
                    .containsEntry("asm", true)
                    .containsEntry("source_compatible", capture.release())
                    .containsEntry("block_size", 8192.0);
        }
        if (script.tellsEdition()) {
            assertThat(known).containsEntry("source_edition", "enterprise").containsEntry("source_container", true);
        }

        MethodReport methods = desk.methods(program, "ORDERS");
        assertThat(methods.assessment().reasons())
                .noneMatch(line -> line.contains("taken as unknown"))
                .as("platform")
                .noneMatch(line -> platform && line.contains("platform of the source is unknown"));
        if (platform) {
            assertThat(methods.assessment().judged(Method.XTTS_INCREMENTAL).warnings())
                    .extracting(MethodAssessment.Reason::rule)
                    .contains(big(capture) ? "R01-SAME" : "R01")
                    .doesNotContain(big(capture) ? "R01" : "R01-SAME");
        }
        List<String> asked = methods.assessment().questions().stream()
                .map(MethodAssessment.Question::fact)
                .toList();
        assertThat(asked).doesNotContain("source_release", "size_gb", "source_topology");
        if (script.tellsRedo()) {
            assertThat(asked).doesNotContain("redo_mb_s", "redo_peak_mb_s");
        }
        if (script.tellsParameters()) {
            assertThat(asked).doesNotContain("asm", "source_compatible");
        }
        if (script.tellsEdition()) {
            assertThat(asked).doesNotContain("source_edition");
        }

        DatabaseSizing sizing = desk.sizing(program, "ORDERS");
        assertThat(sizing.memory().sized()).as("memory").isTrue();
        assertThat(sizing.storage().sized()).as("storage").isTrue();
        assertThat(sizing.network().sized()).as("network").isEqualTo(script.tellsRedo());
        boolean other = platform && big(capture);
        assertThat(sizing.cpu().sized()).as("cpu of " + capture.platform()).isEqualTo(!other);
        if (other) {
            assertThat(sizing.cpu().missing())
                    .anyMatch(gap ->
                            gap.how().contains(capture.platform()) && gap.how().contains("vendor's figure"));
        }
        if (script.tellsParameters()) {
            double sga = script.namesInstances() && instances > 1 ? 12_288 : 8_192;
            assertThat(sizing.sga().current().value()).isEqualTo(sga);
        }
        assertThat(sizing.missing().stream().map(gap -> gap.what()))
                .doesNotContain("the SGA", "the PGA", "the used size", "requests and throughput");
        if (script.tellsTraffic()) {
            assertThat(sizing.missing().stream().map(gap -> gap.what())).doesNotContain("traffic of its clients");
        }
        assertThat(sizing.storage().assumptions())
                .noneMatch(line -> line.contains("unknown")
                        && !line.startsWith("Growth")
                        && !(script == Script.STATSPACK && line.contains("edo")));

        Completeness completeness = desk.completeness(program, "ORDERS");
        List<String> missing =
                completeness.missing().stream().map(Completeness.Missing::need).toList();
        assertThat(missing).doesNotContain("release", "size", "sga", "pga", "cores", "io", "host");
        if (script.tellsRedo()) {
            assertThat(missing).doesNotContain("redo", "busy", "sessions");
        }
        if (script.tellsParameters()) {
            assertThat(missing).doesNotContain("compatible");
        }
        if (script.tellsEdition()) {
            assertThat(missing).doesNotContain("edition");
        }
    }

    private static double round(double value) {
        return Math.round(value * 1e4) / 1e4;
    }

    /** Two captures of two versions say the same figures of the same database, whichever is given first. */
    @ParameterizedTest
    @EnumSource(Script.class)
    void whichOfTwoCapturesComesFirstChangesNothing(Script script) throws IOException {
        ScriptedCapture one = ScriptedCapture.of(Script.V5_22, LINUX, "19.22.0.0.0");
        ScriptedCapture two = ScriptedCapture.of(script, LINUX, "19.22.0.0.0").written(false, true, false, true);
        String forth = program();
        upload(forth, one);
        upload(forth, two);
        String back = program();
        upload(back, two);
        upload(back, one);
        assertThat(desk.methodFacts(back, "ORDERS")).isEqualTo(desk.methodFacts(forth, "ORDERS"));
        assertThat(stores.facts().list(back, "ORDERS").stream().map(Fact::toString))
                .isEqualTo(stores.facts().list(forth, "ORDERS").stream()
                        .map(Fact::toString)
                        .toList());
    }
}
