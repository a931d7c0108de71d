package io.gulliver.activity.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.SystemLimits;
import io.gulliver.activity.systems.Systems;
import io.gulliver.assessment.connections.LinkGraph;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.HostPattern;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.plan.Rates;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.main.Lab;
import io.gulliver.lab.oracle.driver.LabDriver;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.playbook.PlanSource;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodAssessor;
import io.gulliver.secret.SecretGrant;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import io.gulliver.service.action.FactsRecord;
import io.gulliver.service.collection.ConnectionService;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.migration.KnownFacts;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.testing.Services;
import io.gulliver.testing.TakesTurns;
import io.gulliver.testing.TestStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The whole way to a method: the lab's inventory is imported, its databases are looked at over JDBC, what was found is kept,
 * and the assessment at the default rates proposes what the book of the lab states. Each of the databases takes another way
 * when one of the facts that were found lies on the other side of its threshold, and a reason names both.
 */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class LabMethodsJourneyTest {
    private static final String PROGRAM = "lab";
    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final MethodAssessor ASSESSOR =
            new MethodAssessor(RuleTables.shipped().methods());

    /** The databases whose way is not Data Pump with dump files, and their ways, as in docs/lab.md. */
    private static final Map<Method, List<String>> STATED = Map.of(
            Method.DATA_PUMP_NETWORK_LINK, List.of("CLAIMS", "DWHSTAGE", "CRM"),
            Method.FULL_TRANSPORTABLE, List.of("CARDFRD", "CLAIMDOC", "DWH"),
            Method.XTTS_INCREMENTAL, List.of("COREBANK", "COREHIST", "PAYHUB", "CARDS"),
            Method.GOLDENGATE, List.of("PAYCLEAR", "SHOPCAT", "ESB"),
            Method.GOLDENGATE_FALLBACK, List.of("SHOP", "POLICY", "RISKCALC"));

    @TempDir
    Path directory;

    @Test
    void discoveredDatabasesGoTheWaysThatTheBookOfTheLabStates() throws Exception {
        Path files = directory.resolve("lab");
        try (Lab lab = Lab.open(files, Estate.of(1726), LabPace.max());
                StoreDatabase store = TestStore.open(Clock.systemUTC())) {
            Stores stores = Stores.on(store, noPlans(), SlotNames.asPlanned(), batch -> {});
            stores.programs().create(PROGRAM, "Lab", ZoneId.of("Europe/Berlin"), policy(files), "Mia");
            InventoryImport inventory = new InventoryImport(
                    store,
                    stores.programs(),
                    stores.databases(),
                    stores.people(),
                    RuleTables.shipped().inventory());
            byte[] file = Files.readAllBytes(files.resolve("inventory.csv"));
            assertThat(inventory.apply(PROGRAM, file, false, List.of(), "Mia").unknown())
                    .as("the lab's program knows every column of its inventory")
                    .isEmpty();
            KnownFacts facts = new KnownFacts(
                    stores.programs(),
                    stores.databases(),
                    stores.landings(),
                    stores.names(),
                    stores.facts(),
                    Services.collectedFacts(stores),
                    RuleTables.shipped().facts(),
                    ProgramCalendar.wall(Clock.systemUTC()));
            ConnectionService connections = new ConnectionService(
                    store,
                    stores.connections(),
                    stores.databases(),
                    stores.facts(),
                    RuleTables.shipped().dependencies());
            FactsRecord record =
                    new FactsRecord(facts::keep, connections::seen, (program, database, programs, source) -> {});
            AssessmentService desk = Services.assessment(stores);
            Map<String, Method> stated = new TreeMap<>();
            Map<String, @Nullable Method> preferred = new TreeMap<>();
            Map<String, List<String>> reasons = new TreeMap<>();
            try (Systems systems = new Systems(landscape(files), secrets(files), SystemLimits.defaults())) {
                StepAction discovery = DiscoveryActions.all(
                                systems, new Databases(landscape(files).databases(), secrets(files)), sha256 -> {
                                    throw new AssertionError("nothing is uploaded here");
                                })
                        .stream()
                        .filter(action -> action.name().equals("discovery.database"))
                        .findFirst()
                        .orElseThrow();
                for (var database : stores.databases().list(PROGRAM)) {
                    String name = database.name();
                    stated.put(name, stated(name));
                    StepResult seen = discovery.run(look(name, database.profile()), new Quiet());
                    Map<String, Object> out = seen.outputs();
                    StepResult kept = record.invoke(
                            call(
                                    name,
                                    "facts.record",
                                    Map.of(
                                            "facts", out.get("facts"),
                                            "sources", out.get("fact_sources"),
                                            "units", out.get("fact_units"),
                                            "assumed", out.get("facts_assumed"),
                                            "clients", out.get("clients"),
                                            "clients_at", out.get("clients_at"))),
                            (condition, seconds) -> condition.getAsBoolean());
                    assertThat(kept.outputs())
                            .as(name)
                            .containsEntry("recorded", ((Map<?, ?>) out.get("facts")).size());
                    var assessment = desk.methods(PROGRAM, name).assessment();
                    preferred.put(name, assessment.preferred());
                    if (assessment.preferred() != stated.get(name)) {
                        reasons.put(name, assessment.reasons());
                    }
                }
            }
            assertThat(stores.connections().list(PROGRAM, "CRM"))
                    .as("clients of CRM")
                    .isNotEmpty()
                    .anyMatch(client -> !client.drivers().isEmpty());
            connections.followLinks(PROGRAM);
            assertThat(whoCallsWhom(stores))
                    .as("the lab's links lead from database to database, those of one move group and those of none")
                    .contains("PAYCLEAR calls PAYHUB, ONE_GROUP", "REPORTS calls ESB, NOT_PLANNED")
                    .contains("SHIPPING calls ESB, NOT_PLANNED", "TREASURY calls ESB, NOT_PLANNED");
            assertThat(stated).hasSameSizeAs(lab.estate().databases());
            assertThat(preferred).as("reasons of the others: %s", reasons).isEqualTo(stated);
            assertThat(preferred.values()).contains(Method.values());
            List<String> unmoved = new ArrayList<>();
            for (var database : stores.databases().list(PROGRAM)) {
                String name = database.name();
                Duration window = Duration.ofMinutes(
                        Long.parseLong(database.profile().tags().get("data_centre_window_minutes")));
                unmoved.addAll(withOneFactChanged(name, stated.get(name), desk.methodFacts(PROGRAM, name), window));
            }
            assertThat(unmoved).isEmpty();
        }
    }

    /** As the page of links draws it, before anybody planned a wave. */
    private static List<String> whoCallsWhom(Stores stores) {
        List<DatabaseProfile> inventory = stores.databases().list(PROGRAM).stream()
                .map(SourceDatabase::profile)
                .toList();
        return LinkGraph.of(stores.connections().links(PROGRAM), inventory, Map.of()).clusters().stream()
                .flatMap(cluster -> cluster.links().stream())
                .map(link -> link.from() + " calls " + link.to() + ", " + link.ends())
                .toList();
    }

    /**
     * One fact of those that were found, on the other side of its threshold: a size just above what still fits, and a word
     * that closes the method. What did not change the ranking, or was not named by a reason with its threshold.
     */
    private static List<String> withOneFactChanged(
            String name, Method method, Map<String, Object> found, Duration window) {
        List<String> unmoved = new ArrayList<>();
        String size = switch (method) {
            case DATA_PUMP, DATA_PUMP_NETWORK_LINK -> "data_gb";
            case FULL_TRANSPORTABLE -> "files_gb";
            case XTTS_INCREMENTAL -> "incremental_gb";
            case GOLDENGATE, GOLDENGATE_FALLBACK -> "gg_none_gb";
        };
        double fits = ((Number) found.get(size)).doubleValue();
        double tooMuch = Math.max(fits, 1) * 1e5;
        if (assess(with(found, size, tooMuch), window).preferred() == method) {
            return List.of(name + " takes " + method + " whatever " + size + " is");
        }
        for (int i = 0; i < 80; i++) {
            double middle = (fits + tooMuch) / 2;
            if (assess(with(found, size, middle), window).preferred() == method) {
                fits = middle;
            } else {
                tooMuch = middle;
            }
        }
        String edge = String.format(Locale.ROOT, "%s %.1f", size, tooMuch);
        String against = method.replicates() ? "half_window_seconds" : "70 % of the window";
        unmoved.addAll(moved(name, method, found, size, tooMuch, window, List.of(edge, against)));
        // beyond the window and not only beyond the 70 % of it: what does not grow with the size is a part of each
        // outage
        if (order(assess(with(found, size, tooMuch * 10), window)).equals(order(assess(found, window)))) {
            unmoved.add(name + " is ranked the same with " + size + " ten times as high as fits");
        }
        if (assess(with(found, size, fits), window).preferred() != method) {
            unmoved.add(name + " does not take " + method + " on the near side of " + edge);
        }
        switch (method) {
            case DATA_PUMP ->
                unmoved.addAll(moved(
                        name,
                        method,
                        found,
                        "staging_free_gb",
                        0.001,
                        window,
                        List.of("staging_free_gb is ", "below data_pump_staging_gb ")));
            case DATA_PUMP_NETWORK_LINK ->
                unmoved.addAll(
                        moved(name, method, found, "long_columns", true, window, List.of("long_columns is true")));
            case FULL_TRANSPORTABLE ->
                unmoved.addAll(moved(
                        name,
                        method,
                        found,
                        "target_character_set",
                        "US7ASCII",
                        window,
                        List.of("charset_equal is false", "target_character_set US7ASCII")));
            case XTTS_INCREMENTAL ->
                unmoved.addAll(moved(
                        name,
                        method,
                        found,
                        "source_edition",
                        "standard",
                        window,
                        List.of("source_edition is standard")));
            case GOLDENGATE ->
                unmoved.addAll(
                        moved(name, method, found, "gg_licensed", false, window, List.of("gg_licensed is false")));
            case GOLDENGATE_FALLBACK ->
                unmoved.addAll(moved(
                        name,
                        method,
                        found,
                        "fallback_required",
                        false,
                        window,
                        List.of("fallback_required is false")));
        }
        return unmoved;
    }

    private static List<String> moved(
            String name,
            Method method,
            Map<String, Object> found,
            String fact,
            Object value,
            Duration window,
            List<String> named) {
        MethodAssessment before = assess(found, window);
        MethodAssessment after = assess(with(found, fact, value), window);
        List<String> unmoved = new ArrayList<>();
        // just above 70 % of the window a method stays open and is not proposed any more
        boolean same = order(before).equals(order(after)) && after.preferred() != null;
        if (same || after.preferred() == method && !after.afterRemedy()) {
            unmoved.add("%s still takes %s with %s %s: %s".formatted(name, method, fact, value, after.reasons()));
        }
        if (after.reasons().stream().noneMatch(reason -> named.stream().allMatch(reason::contains))) {
            unmoved.add("%s: no reason names %s: %s".formatted(name, named, after.reasons()));
        }
        return unmoved;
    }

    private static MethodAssessment assess(Map<String, Object> facts, Duration window) {
        return ASSESSOR.assess(facts, Rates.defaults(), window);
    }

    private static Map<String, Object> with(Map<String, Object> facts, String fact, Object value) {
        Map<String, Object> changed = new TreeMap<>(facts);
        changed.put(fact, value);
        return changed;
    }

    /** Methods best first, with whether each is open: what a person sees as the ranking. */
    private static List<String> order(MethodAssessment assessment) {
        return assessment.methods().stream()
                .map(one -> one.method() + (one.eligible() ? "" : " closed"))
                .toList();
    }

    /** That of the lab's own program, whose plan runs by the minute. */
    private static Map<String, Object> policy(Path files) {
        JsonNode program = YAML.readTree(files.resolve("program.yml").toFile());
        return YAML.convertValue(program.required("policy"), new TypeReference<Map<String, Object>>() {});
    }

    private static Method stated(String database) {
        return STATED.entrySet().stream()
                .filter(entry -> entry.getValue().contains(database))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(Method.DATA_PUMP);
    }

    private static StepCall look(String name, DatabaseProfile profile) {
        Map<String, Object> inputs = new LinkedHashMap<>();
        inputs.put("host", profile.sourceHost());
        inputs.put("port", profile.sourcePort());
        inputs.put("service", profile.sourceService());
        inputs.put("credential", profile.credential());
        // The method does not depend on the load of this minute.
        inputs.put("samples", 0);
        return call(name, "discovery.database", inputs);
    }

    private static StepCall call(String database, String action, Map<String, Object> inputs) {
        return new StepCall(
                new MigrationId(PROGRAM + "/" + database + "/1"),
                PROGRAM,
                database,
                Purpose.REHEARSAL,
                1,
                StepKey.parse("discover"),
                1,
                1,
                Operation.RUN,
                action,
                "none",
                inputs,
                Map.of(),
                null,
                0);
    }

    /** The part of the lab's settings for the product that says how its databases are reached. */
    private static Landscape landscape(Path files) throws Exception {
        JsonNode told = settings(files).required("landscape").required("databases");
        TreeMap<String, DatabaseAccess.Credential> credentials = new TreeMap<>();
        told.required("credentials")
                .properties()
                .forEach(entry -> credentials.put(
                        entry.getKey(),
                        new DatabaseAccess.Credential(
                                entry.getValue().required("user").asString(),
                                entry.getValue().required("secret").asString())));
        String driver = Path.of(LabDriver.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        return new Landscape(
                new TreeMap<>(),
                List.of(),
                new DatabaseAccess(told.required("url-template").asString(), driver, null, credentials, true));
    }

    private static SecretSource secrets(Path files) throws Exception {
        return new SecretSource(
                settings(files)
                        .required("secrets")
                        .required("grants")
                        .valueStream()
                        .map(grant -> new SecretGrant(
                                SecretRef.parse(grant.required("secret").asString()),
                                grant.required("kind").asString(),
                                new HostPattern(grant.required("hosts").asString())))
                        .toList(),
                new SecretRegistry(),
                Map.of());
    }

    private static JsonNode settings(Path files) throws Exception {
        return YAML.readTree(Files.readString(files.resolve("landscape.yml"))).required("gulliver");
    }

    private static PlanSource noPlans() {
        return new PlanSource() {
            @Override
            public CompiledPlan require(String playbookHash) {
                throw new AssertionError("no run is made here");
            }

            @Override
            public String title(String playbookHash, String stepId) {
                throw new AssertionError("no run is made here");
            }
        };
    }

    /** Keeps neither progress nor evidence. */
    private static final class Quiet implements StepContext {
        @Override
        public void progress(Progress progress) {}

        @Override
        public EvidenceRef evidence(String name, String kind, String text) {
            return new EvidenceRef(name, kind, "0", text.length());
        }

        @Override
        public EvidenceRef evidence(String name, String kind, byte[] content) {
            return new EvidenceRef(name, kind, "0", content.length);
        }

        @Override
        public void called(
                String system,
                String operation,
                @Nullable String object,
                String status,
                Duration took,
                @Nullable String message) {}

        @Override
        public void called(OuterCall call) {}

        @Override
        public boolean waitFor(BooleanSupplier condition, Duration period, Duration atMost) {
            return condition.getAsBoolean();
        }

        @Override
        public Duration timeLeft() {
            return Duration.ofMinutes(10);
        }

        @Override
        public Runnable whenCalledOff(Runnable end) {
            return () -> {};
        }

        @Override
        public boolean cancelled() {
            return false;
        }
    }
}
