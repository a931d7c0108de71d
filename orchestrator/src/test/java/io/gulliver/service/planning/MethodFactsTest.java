package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.method.Method;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the rules on methods read of inventory, program and collected data, and which of them holds. */
@Tag("store")
class MethodFactsTest {
    private static final String HEAD = "database,application,environment,size_gb,outage_window_minutes,owner,";

    private StoreDatabase database;
    private Stores stores;

    @BeforeEach
    void open() {
        database = TestStore.open(new MovableClock());
        stores = Atlas.stores(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private SourceDatabase imported(Map<String, Object> policy, String columns, String values) {
        stores.programs().create("tags", "Tags", ZoneId.of("Europe/Berlin"), policy, "Mia");
        new InventoryImport(
                        database,
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(
                        "tags",
                        (HEAD + columns + "\nCRM,shop,production,300,480,Ana," + values + "\n")
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(columns.split(",")),
                        "Mia");
        return stores.databases().require("tags", "CRM");
    }

    private Map<String, Object> facts(SourceDatabase source, List<Fact> collected) {
        return MethodFacts.of(ProgramPolicy.of(stores.programs().require("tags")), source, collected);
    }

    @Test
    void tagsOfADatabaseDecideWhatNoQueryTells() {
        SourceDatabase source = imported(
                Map.of("facts", Map.of("gg_licensed", false, "ddl_frozen", true)),
                "GG_Licensed,fallback_required,data_loss_tolerated,rack",
                "Yes,false,perhaps,true");
        assertThat(facts(source, List.of()))
                .containsEntry("gg_licensed", true)
                .containsEntry("fallback_required", false)
                .containsEntry("ddl_frozen", true)
                .containsEntry("data_loss_tolerated", "perhaps")
                .doesNotContainKey("rack");
        assertThat(MethodFacts.decided(source.profile())).doesNotContainKey("data_loss_tolerated");
        assertThat(Services.assessment(stores)
                        .methods("tags", "CRM")
                        .assessment()
                        .reasons())
                .contains("data_loss_tolerated is 'perhaps', wanted yes or no: it is taken as unknown");
    }

    /** The policy's value holds where the column says nothing, or nothing that can be read. */
    @Test
    void aTagThatSaysNothingHidesNoWordOfTheProgram() {
        SourceDatabase source = imported(
                Map.of(
                        "facts",
                        Map.of(
                                "gg_licensed",
                                true,
                                "fallback_required",
                                true,
                                "ddl_frozen",
                                false,
                                "target_shared",
                                true,
                                "staging_free_gb",
                                800)),
                "gg_licensed,fallback_required,ddl_frozen,target_shared,staging_free_gb,data_loss_tolerated",
                "unknown,tbd,maybe,-,\"1,250\",na");
        assertThat(facts(source, List.of()))
                .containsEntry("gg_licensed", true)
                .containsEntry("fallback_required", true)
                .containsEntry("ddl_frozen", false)
                .containsEntry("target_shared", true)
                .containsEntry("staging_free_gb", 800L)
                .doesNotContainKey("data_loss_tolerated");
        assertThat(MethodFacts.resolved(ProgramPolicy.of(stores.programs().require("tags")), source, List.of())
                        .problems())
                .extracting(problem -> problem.name())
                .containsExactlyInAnyOrder("ddl_frozen", "staging_free_gb");
    }

    /** Methods, headline, sizing and completeness read one answer: what the policy says is sized too, if it can be read. */
    @Test
    void whatThePolicySaysIsSizedAndCountedAsItIsJudged() {
        imported(
                Map.of("facts", Map.of("size_gb", 2000, "sga_max_mb", 16384, "host.cores", "many", "io.iops.p95", "?")),
                "rack",
                "1");
        AssessmentService desk = Services.assessment(stores);
        DatabaseSizing sizing = desk.sizing("tags", "CRM");
        assertThat(desk.size("tags", "CRM").orElseThrow().gigabytes()).isEqualTo(2000);
        assertThat(String.valueOf(sizing.storage().sizing())).contains("2000.0").doesNotContain("300.0");
        assertThat(sizing.sga()).isNotNull();
        assertThat(sizing.sga().current().value()).isEqualTo(16_384);
        assertThat(desk.completeness("tags", "CRM").known())
                .extracting(Completeness.Met::fact)
                .contains("size_gb", "sga_max_mb")
                .doesNotContain("host.cores", "io.iops.p95");
    }

    /** An older file tells the update, a newer one the release alone: of those that agree the one that tells it holds. */
    @Test
    void theUpdateThatAnOlderFileToldHoldsOverANewerFileWithoutIt() {
        imported(Map.of(), "rack", "1");
        stores.facts().put("tags", "CRM", List.of(told("a.out", 10, "database.version", "19.22.0.0.0")), "Mia");
        stores.facts().put("tags", "CRM", List.of(told("b.out", 20, "database.version", "19.0.0.0.0")), "Mia");
        assertThat(Services.assessment(stores).methodFacts("tags", "CRM"))
                .containsEntry("source_release", "19.22.0.0.0");
        stores.facts().put("tags", "CRM", List.of(told("a.out", 11, "database.version", "19.22.1.0.0")), "Mia");
        stores.facts().put("tags", "CRM", List.of(told("c.out", 30, "database.version", "19.25.0.0.0")), "Mia");
        assertThat(Services.assessment(stores).methodFacts("tags", "CRM"))
                .as("more digits of an earlier update are no news of it")
                .containsEntry("source_release", "19.25.0.0.0");
    }

    @Test
    void aNewerWordThatNobodyKnowsHidesNoOlderOne() {
        imported(Map.of(), "rack", "1");
        stores.facts().put("tags", "CRM", List.of(told("a.out", 10, "platform", "Linux x86 64-bit")), "Mia");
        stores.facts().put("tags", "CRM", List.of(told("b.out", 20, "platform", "unknown")), "Mia");
        assertThat(Services.assessment(stores).methodFacts("tags", "CRM"))
                .containsEntry("platform", "Linux x86 64-bit")
                .containsEntry("endian", "Little");
    }

    private static Fact told(String source, int day, String name, String value) {
        return new Fact(
                name, value, null, source, Instant.EPOCH.plus(Duration.ofDays(20_000 + day)), Confidence.MEASURED);
    }

    @Test
    void whatWasCollectedHoldsOverATag() {
        SourceDatabase source = imported(Map.of(), "gg_licensed", "yes");
        Fact found = new Fact("gg_licensed", false, null, "a question", Instant.EPOCH, Confidence.MEASURED);
        assertThat(facts(source, List.of(found))).containsEntry("gg_licensed", false);
    }

    @Test
    void roomAndTheTargetMayStandInColumnsOfTheirOwn() {
        SourceDatabase source = imported(
                Map.of("facts", Map.of("target_character_set", "AL32UTF8")),
                "staging_free_gb,target_shared,target_character_set",
                "\"1.250,5\",yes,WE8MSWIN1252");
        Fact found = fact("character_set", "AL32UTF8", null, 0, Confidence.MEASURED);
        assertThat(facts(source, List.of(found)))
                .containsEntry("staging_free_gb", "1.250,5")
                .containsEntry("target_shared", true)
                .containsEntry("target_character_set", "WE8MSWIN1252");
        stores.facts().put("tags", "CRM", List.of(found), "Mia");
        assertThat(Services.assessment(stores)
                        .methods("tags", "CRM")
                        .assessment()
                        .judged(Method.FULL_TRANSPORTABLE)
                        .blockers())
                .anySatisfy(blocker -> {
                    assertThat(blocker.rule()).isEqualTo("R07");
                    assertThat(blocker.facts())
                            .contains("from character_set AL32UTF8, target_character_set WE8MSWIN1252");
                });
    }

    private static Fact fact(String name, Object value, String unit, int day, Confidence confidence) {
        return new Fact(name, value, unit, "source " + name, Instant.EPOCH.plus(Duration.ofDays(day)), confidence);
    }

    @Test
    void aNewerCaptureHoldsOverAnOlderDiscovery() {
        SourceDatabase source = imported(Map.of(), "rack", "1");
        Fact old = fact("redo_mb_s", 3.0, "MB/s", 10, Confidence.MEASURED);
        Fact upgraded = fact("database.version", "19.0.0.0.0", null, 20, Confidence.MEASURED);
        assertThat(facts(source, List.of(old, fact("redo.mbPerSecond.mean", 30.0, "MB/s", 20, Confidence.MEASURED))))
                .containsEntry("redo_mb_s", 30.0);
        assertThat(facts(source, List.of(old, fact("redo.mbPerSecond.mean", 30.0, "MB/s", 9, Confidence.MEASURED))))
                .containsEntry("redo_mb_s", 3.0);
        assertThat(facts(source, List.of(old, fact("redo.mbPerSecond.mean", 30.0, "MB/s", 20, Confidence.ASSUMED))))
                .containsEntry("redo_mb_s", 3.0);
        assertThat(facts(
                        source, List.of(fact("source_release", "12.1.0.2.0", null, 10, Confidence.MEASURED), upgraded)))
                .containsEntry("source_release", "19.0.0.0.0");
        assertThat(facts(
                        source,
                        List.of(fact("source_release", "19.22.0.0.0", null, 10, Confidence.MEASURED), upgraded)))
                .as("a capture tells no update")
                .containsEntry("source_release", "19.22.0.0.0");
    }

    @Test
    void aSizeInAnotherUnitIsReadInTheUnitOfItsName() {
        SourceDatabase source = imported(Map.of(), "rack", "1");
        assertThat(facts(
                        source,
                        List.of(
                                fact("files_gb", 400_000.0, "MB", 1, Confidence.MEASURED),
                                fact("data_gb", 0.2, "TB", 1, Confidence.MEASURED),
                                fact("index_gb", 7.0, "blocks", 1, Confidence.MEASURED))))
                .containsEntry("files_gb", 400.0)
                .containsEntry("data_gb", 200.0)
                .containsEntry("index_gb", "7.0 blocks");
    }

    @Test
    void theWindowIsTheAgreedOneUnlessThePolicyNamesATag() {
        SourceDatabase source = imported(Map.of(), "night_minutes", "90");
        assertThat(MethodFacts.window(ProgramPolicy.of(stores.programs().require("tags")), source.profile()))
                .isEqualTo(Duration.ofMinutes(480));
    }

    @Test
    void theTagThatThePolicyNamesHoldsTheWindow() {
        Map<String, Object> policy = Map.of("labSpeed", "150", "methods", Map.of("windowTag", "night_minutes"));
        SourceDatabase source = imported(policy, "night_minutes", "90");
        assertThat(MethodFacts.window(ProgramPolicy.of(stores.programs().require("tags")), source.profile()))
                .isEqualTo(Duration.ofMinutes(90));
        assertThat(Services.assessment(stores)
                        .methods("tags", "CRM")
                        .assessment()
                        .reasons())
                .anyMatch(reason -> reason.contains("outage_window_minutes 90)"));
    }

    @Test
    void aTagThatIsNoNumberLeavesTheAgreedWindow() {
        Map<String, Object> policy = Map.of("labSpeed", "150", "methods", Map.of("windowTag", "night_minutes"));
        SourceDatabase source = imported(policy, "night_minutes", "a while");
        assertThat(MethodFacts.window(ProgramPolicy.of(stores.programs().require("tags")), source.profile()))
                .isEqualTo(Duration.ofMinutes(480));
    }
}
