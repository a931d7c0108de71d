package io.gulliver.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.persistence.Atlas;
import io.gulliver.persistence.Engine;
import io.gulliver.persistence.MovableClock;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.Stores;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the rules on methods read of inventory, program and collected data, and which of them holds. */
class MethodFactsTest {
    private static final String HEAD = "database,application,environment,size_gb,outage_window_minutes,owner,";

    private StoreDatabase database;
    private Stores stores;

    @BeforeEach
    void open() {
        database = Engine.H2.open(new MovableClock());
        stores = Atlas.stores(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private SourceDatabase imported(Map<String, Object> policy, String columns, String values) {
        stores.programs().create("tags", "Tags", ZoneId.of("Europe/Berlin"), policy, "Mia");
        new InventoryImport(database, stores.programs(), stores.databases(), stores.people())
                .apply(
                        "tags",
                        (HEAD + columns + "\nCRM,shop,production,300,480,Ana," + values + "\n")
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        "Mia");
        return stores.databases().require("tags", "CRM");
    }

    private Map<String, Object> facts(SourceDatabase source, List<Fact> collected) {
        return MethodFacts.of(stores.programs().require("tags"), source, collected);
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
                .doesNotContainKeys("data_loss_tolerated", "rack");
    }

    @Test
    void whatWasCollectedHoldsOverATag() {
        SourceDatabase source = imported(Map.of(), "gg_licensed", "yes");
        Fact found = new Fact("gg_licensed", false, null, "a question", Instant.EPOCH, Confidence.MEASURED);
        assertThat(facts(source, List.of(found))).containsEntry("gg_licensed", false);
    }

    @Test
    void theWindowIsTheAgreedOneUnlessThePolicyNamesATag() {
        SourceDatabase source = imported(Map.of(), "night_minutes", "90");
        assertThat(MethodFacts.window(stores.programs().require("tags"), source.profile()))
                .isEqualTo(Duration.ofMinutes(480));
    }

    @Test
    void theTagThatThePolicyNamesHoldsTheWindow() {
        Map<String, Object> policy = Map.of("methods", Map.of("windowTag", "night_minutes"));
        SourceDatabase source = imported(policy, "night_minutes", "90");
        assertThat(MethodFacts.window(stores.programs().require("tags"), source.profile()))
                .isEqualTo(Duration.ofMinutes(90));
        assertThat(new AssessmentDesk(stores, RuleTables.shipped())
                        .methods("tags", "CRM")
                        .assessment()
                        .reasons())
                .anyMatch(reason -> reason.contains("outage_window_minutes 90)"));
    }

    @Test
    void aTagThatIsNoNumberLeavesTheAgreedWindow() {
        Map<String, Object> policy = Map.of("methods", Map.of("windowTag", "night_minutes"));
        SourceDatabase source = imported(policy, "night_minutes", "a while");
        assertThat(MethodFacts.window(stores.programs().require("tags"), source.profile()))
                .isEqualTo(Duration.ofMinutes(480));
    }
}
