package io.gulliver.service.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.TargetKind;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.landscape.OuterSystem;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The server that a database lands on is built as what is proposed for it, where the program leaves it open. */
@Tag("store")
class ServerPlaybookTest {
    private static final String PROGRAM = "kinds";
    private static final String PRODUCTION = "CRM";
    private static final String TEST = "CRMTEST";

    private final Clock clock = Clock.fixed(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);
    private StoreDatabase database;
    private Stores stores;

    @BeforeEach
    void open() {
        database = TestStore.open(clock);
        stores = Atlas.stores(database);
        stores.programs().create(PROGRAM, "Kinds", ZoneId.of("Europe/Berlin"), Map.of(), "Mia");
        new InventoryImport(
                        database,
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(
                        PROGRAM,
                        ("database,application,environment,criticality,size_gb,target_server\n"
                                        + PRODUCTION + ",crm,production,1,300,lnx01\n"
                                        + TEST + ",crm,test,4,300,lnx02\n")
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(),
                        "Mia");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static Landscape landscape(String... kinds) {
        TreeMap<String, OuterSystem> systems = new TreeMap<>();
        for (String kind : kinds) {
            systems.put(
                    kind,
                    new OuterSystem(kind, kind, URI.create("https://" + kind + ".example"), null, null, null, false));
        }
        return new Landscape(
                systems, List.of(), new DatabaseAccess(DatabaseAccess.ORACLE, null, null, new TreeMap<>(), true));
    }

    private void policy(String playbook) {
        Program program = stores.programs().require(PROGRAM);
        Map<String, Object> policy = new LinkedHashMap<>(program.policy());
        policy.put(
                "shared",
                Map.of("server", Map.of("lnx01", Map.of("playbook", playbook), "lnx02", Map.of("playbook", playbook))));
        stores.programs().update(PROGRAM, program.version(), "Kinds", program.zone(), policy, "Mia");
    }

    private @Nullable Object playbook(String name, Landscape landscape) {
        AssessmentService desk = Services.assessment(stores, landscape);
        return new KnownFacts(
                        stores.programs(),
                        stores.databases(),
                        stores.landings(),
                        stores.names(),
                        stores.facts(),
                        Services.collectedFacts(stores),
                        RuleTables.shipped().facts(),
                        ProgramCalendar.wall(clock),
                        (program, server) -> desk.topology(program, server).playbook(),
                        stores.clusters()::list)
                .of(PROGRAM, name)
                .values()
                .get("server.playbook");
    }

    @Test
    void aServerLeftOpenIsBuiltAsWhatIsProposedForIt() {
        policy("auto");
        assertThat(playbook(PRODUCTION, landscape("hmc", "feilong"))).isEqualTo("dpm-server");
        assertThat(playbook(TEST, landscape("hmc", "feilong"))).isEqualTo("zvm-server");
        assertThat(playbook(TEST, landscape("hmc"))).isEqualTo("dpm-server");
        assertThat(playbook(PRODUCTION, landscape("feilong"))).isEqualTo("zvm-server");
        assertThat(playbook(TEST, landscape()))
                .as("a playbook that is not there, so that nothing is built in silence")
                .isEqualTo("auto");
        stores.landings().put(new Landing(PROGRAM, TEST, TEST, null, "19.26", TargetKind.DPM, List.of("lnx02")), "Mia");
        assertThat(playbook(TEST, landscape("hmc", "feilong"))).isEqualTo("dpm-server");
        stores.landings()
                .put(new Landing(PROGRAM, TEST, TEST, null, "19.26", TargetKind.AUTO, List.of("lnx01")), "Mia");
        assertThat(playbook(TEST, landscape("hmc", "feilong")))
                .as("with production on one server")
                .isEqualTo("dpm-server");
    }

    @Test
    void aPlaybookThatTheProgramNamesHolds() {
        policy("zvm-server");
        assertThat(playbook(PRODUCTION, landscape("hmc", "feilong"))).isEqualTo("zvm-server");
    }

    @Test
    void theProposalSaysWhy() {
        assertThat(Services.assessment(stores, landscape("hmc", "feilong"))
                        .methods(PROGRAM, TEST)
                        .target())
                .satisfies(target -> {
                    assertThat(target.hypervisor()).isEqualTo(TargetKind.ZVM);
                    assertThat(target.reasons())
                            .anyMatch(text -> text.startsWith("a guest of z/VM: nothing of production lands there"));
                });
    }
}
