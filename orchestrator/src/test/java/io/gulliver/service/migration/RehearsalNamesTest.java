package io.gulliver.service.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RehearsalSource;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.StoreContract;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.Services;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Six databases on one server, whose rehearsals would land under the names of each other. */
class RehearsalNamesTest extends StoreContract {
    private static final String MIGRATION = "/db/migration/V20261126_1600__keep_names_of_rehearsals.sql";

    private String program = "";

    @BeforeEach
    void lands() {
        program = "n" + UUID.randomUUID().toString().substring(0, 12);
        stores.programs().create(program, "Names", ZoneOffset.UTC, Map.of(), "Mia");
        String inventory = """
                database,application,environment,size_gb,target_server,target_database
                PAYROLL1,pay,production,10,lnx01,PAYROLL1
                PAYROLL2,pay,production,10,lnx01,PAYROLL2
                ORDER,shop,production,10,lnx01,ORDER
                SHOP,shop,production,10,lnx01,orderr
                HR,hr,production,10,lnx01,CDB1/HR
                HRR,hr,production,10,lnx01,CDB1/HRR
                """;
        assertThat(new InventoryImport(
                                database,
                                stores.programs(),
                                stores.databases(),
                                stores.people(),
                                RuleTables.shipped().inventory())
                        .apply(program, inventory.getBytes(StandardCharsets.UTF_8), false, List.of(), "Mia")
                        .applied())
                .isTrue();
    }

    private Migration rehearsal(String name) {
        clock.advance(Duration.ofSeconds(1));
        return stores.migrations()
                .create(new NewMigration(
                        UUID.randomUUID().toString(),
                        program,
                        name,
                        Purpose.REHEARSAL,
                        Atlas.HASH,
                        null,
                        false,
                        null,
                        null,
                        RehearsalSource.live(),
                        "Mia"));
    }

    /** As each step of a run asks, in whatever process. */
    private Object lands(Migration run, String fact) {
        return new KnownFacts(
                        stores.programs(),
                        stores.databases(),
                        stores.landings(),
                        stores.names(),
                        stores.facts(),
                        Services.collectedFacts(stores),
                        RuleTables.shipped().facts(),
                        ProgramCalendar.wall(clock))
                .of(run)
                .values()
                .get(fact);
    }

    private Object lands(Migration run) {
        return lands(run, "landing.database");
    }

    @Test
    void noRehearsalLandsUnderTheNameOfAnother() {
        Migration second = rehearsal("PAYROLL2");
        Migration first = rehearsal("PAYROLL1");
        assertThat(lands(second)).isEqualTo("PAYROLLR");
        assertThat(lands(first)).isEqualTo("PAYROLR2");
        assertThat(lands(second)).as("it stays").isEqualTo("PAYROLLR");
        assertThat(lands(rehearsal("ORDER"))).as("ORDERR is where SHOP goes").isEqualTo("ORDERR2");
        assertThat(lands(rehearsal("SHOP"))).isEqualTo("orderrR");
        Migration plugged = rehearsal("HR");
        assertThat(lands(plugged)).as("the container stays").isEqualTo("CDB1");
        assertThat(lands(plugged, "landing.pdb")).isEqualTo("HRR2");
        assertThat(lands(plugged, "target.service")).isEqualTo("HRR2");
    }

    @Test
    void aNameUnderWhichAProductionHasComeToLandIsLeftToIt() {
        Migration run = rehearsal("PAYROLL2");
        assertThat(lands(run)).isEqualTo("PAYROLLR");
        stores.landings().put(new Landing(program, "ORDER", "PAYROLLR", null, null, null, List.of("lnx01")), "Mia");
        assertThat(lands(run)).isEqualTo("PAYROLR2");
        assertThat(lands(run)).isEqualTo("PAYROLR2");
    }

    /** What earlier releases computed holds for runs under way, whoever asks first. */
    @Test
    void rehearsalsSoFarKeepTheirNames() throws IOException {
        Migration first = rehearsal("PAYROLL1");
        Migration plugged = rehearsal("HRR");
        try (InputStream file = RehearsalNamesTest.class.getResourceAsStream(MIGRATION)) {
            database.jdbc()
                    .sql(new String(file.readAllBytes(), StandardCharsets.UTF_8))
                    .update();
        }
        assertThat(lands(rehearsal("PAYROLL2"))).isEqualTo("PAYROLR2");
        assertThat(lands(first)).isEqualTo("PAYROLLR");
        assertThat(lands(plugged, "landing.pdb")).isEqualTo("HRRR");
    }
}
