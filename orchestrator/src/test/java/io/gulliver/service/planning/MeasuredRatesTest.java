package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.MeasuredRate;
import io.gulliver.domain.plan.RateOrigin;
import io.gulliver.persistence.StoreContract;
import io.gulliver.planning.method.MethodReport;
import io.gulliver.planning.rate.RateLine;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.migration.PlanMoves;
import io.gulliver.service.migration.RunDates;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.Services;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * One set of rates, each with who says it: methods, lengths, dates and headline figures of a database are counted by what
 * was measured of itself, else by what its program says, else by the planning values.
 *
 * <p>288 GB by Data Pump take 900 s + 720 (export at 400 MB/s) + 960 (import at 300) + 1,800 + 900 = 5,280 s.
 */
class MeasuredRatesTest extends StoreContract {
    private String program = "";
    private PlanService plan;
    private RateService rates;
    private ProgramService programs;

    @BeforeEach
    void typed() {
        program = "r" + UUID.randomUUID().toString().substring(0, 12);
        programs = Services.programs(stores);
        programs.create(program, "Rated", ZoneOffset.UTC, Map.of(), "Mia");
        plan = Services.plan(stores);
        rates = new RateService(stores.rates(), plan, database::now);
        String inventory = """
                database,application,environment,size_gb,outage_window_minutes
                A,shop,production,288,240
                B,shop,production,288,240
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
        new PlanEditService(database, stores.plans(), plan)
                .addWave(program, 1, "First", clock.instant(), List.of(), List.of("A", "B"), "Mia");
    }

    private MeasuredRate measured(String database, String name, double value, @Nullable String run) {
        return new MeasuredRate(
                program,
                database,
                name,
                value,
                MeasuredRate.unitOf(name),
                new TreeMap<>(Map.of("source", "COPY", "parallel", "8")),
                run == null ? "Dora" : "rehearsal " + run,
                run,
                run == null ? null : Purpose.REHEARSAL,
                Instant.parse("2027-01-04T10:00:00Z"));
    }

    private Duration outage(String database) {
        Duration outage = stores.plans().method(program, database).orElseThrow().outage();
        assertThat(plan.headline(program, database)
                        .orElseThrow()
                        .outages()
                        .figures()
                        .get(0)
                        .length())
                .as("headline of " + database)
                .isEqualTo(outage);
        MethodReport report = Services.assessment(stores).methods(program, database);
        assertThat(report.outage()).isNotNull();
        assertThat(report.outage().likely()).as("methods of " + database).isEqualTo(outage);
        assertThat(plan.durations(program, database).outage())
                .as("length of " + database)
                .isEqualTo(outage);
        return outage;
    }

    @Test
    void whatARehearsalMeasuredReplacesTheEstimateOfItsOwnDatabaseEverywhere() {
        assertThat(outage("A")).isEqualTo(Duration.ofSeconds(5280));
        Instant before = stores.plans()
                .times(program)
                .get("A")
                .get(Stage.CUTOVER.ordinal())
                .forecastEnd();
        assertThat(rates.recordMeasured(
                        List.of(measured("A", "import", 150, "3"), measured("A", "validation-seconds", 600, "3"))))
                .isEqualTo(2);
        // the import takes 960 s longer, the checks 1,200 s less
        assertThat(outage("A")).isEqualTo(Duration.ofSeconds(5280 + 960 - 1200));
        assertThat(outage("B")).isEqualTo(Duration.ofSeconds(5280));
        assertThat(stores.plans()
                        .times(program)
                        .get("A")
                        .get(Stage.CUTOVER.ordinal())
                        .forecastEnd())
                .as("the forecast follows at once")
                .isEqualTo(before.minusSeconds(240));
        assertThat(Services.assessment(stores).methods(program, "A").outage().terms())
                .anySatisfy(term -> assertThat(term.formula())
                        .isEqualTo("data_gb 288 GB / import 150 MB/s, measured by rehearsal 3 on 2027-01-04"
                                + " (parallel 8, source COPY)"));
    }

    /** 7,200 s of checks were measured where the policy says 600 for databases of this criticality. */
    @Test
    void whatWasMeasuredOfADatabaseReplacesWhatWasTypedForItsCriticality() {
        String inventory = """
                database,application,environment,criticality,size_gb,outage_window_minutes
                C,shop,production,3,288,240
                D,shop,production,3,288,240
                """;
        new InventoryImport(
                        database,
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(program, inventory.getBytes(StandardCharsets.UTF_8), false, List.of(), "Mia");
        programs.change(
                program,
                stores.programs().require(program).version(),
                "Rated",
                ZoneOffset.UTC,
                Map.of("rates", Map.of("validation-seconds-criticality-3", 600, "switch-seconds-criticality-3", 300)),
                "Mia");
        Duration typed = Duration.ofSeconds(5280 - 1200 - 600);
        assertThat(outage("C")).isEqualTo(typed);

        rates.recordMeasured(List.of(measured("C", "validation-seconds", 7200, "3")));
        assertThat(outage("C")).isEqualTo(typed.minusSeconds(600).plusSeconds(7200));
        assertThat(outage("D")).as("nothing was measured of it").isEqualTo(typed);
        assertThat(rates.lines(program, "C")).extracting(RateLine::name).contains("switch-seconds-criticality-3");
        assertThat(rates.lines(program, "C"))
                .as("what does not hold is no line")
                .extracting(RateLine::name)
                .doesNotContain("validation-seconds-criticality-3");

        // a person who measured it for this criticality said it of this database too
        rates.recordMeasured(List.of(measured("C", "validation-seconds-criticality-3", 900, null)));
        assertThat(outage("C")).isEqualTo(typed.minusSeconds(600).plusSeconds(900));
    }

    /** What the gates before the outage are decided by: 88 min of 240, and 104 once the import was seen at half the rate. */
    @Test
    void theOutageByMeasuredRatesAndItsWindowAreFactsOfTheRun() {
        RunDates dates = new RunDates(
                database,
                stores.programs(),
                stores.plans(),
                stores.databases(),
                stores.audit(),
                new PlanMoves(stores.migrations(), migration -> {}),
                (key, name) -> plan.headline(key, name).map(Headline::outages));
        Migration run = stores.migrations()
                .create(new NewMigration(
                        UUID.randomUUID().toString(),
                        program,
                        "A",
                        Purpose.PRODUCTION,
                        Atlas.HASH,
                        null,
                        false,
                        null,
                        null,
                        "Mia"));
        assertThat(dates.facts(run))
                .containsEntry("plan.outage_minutes", 88.0)
                .containsEntry("plan.window_minutes", 240.0);
        rates.recordMeasured(List.of(measured("A", "import", 150, "3")));
        assertThat(dates.facts(run)).containsEntry("plan.outage_minutes", 104.0);
    }

    @Test
    void theNewestWordHoldsAndSaysWhoAndWhen() {
        rates.recordMeasured(List.of(measured("A", "import", 150, "3")));
        MeasuredRate again = new MeasuredRate(
                program,
                "A",
                "import",
                200,
                MeasuredRate.Unit.MB_PER_SECOND,
                new TreeMap<>(),
                "Dora",
                null,
                null,
                Instant.parse("2027-01-05T10:00:00Z"));
        rates.recordMeasured(List.of(again));
        assertThat(plan.rates(program).of("A").of("import")).isEqualTo(200);
        assertThat(plan.rates(program).of("A").origin("import")).satisfies(origin -> {
            assertThat(origin.kind()).isEqualTo(RateOrigin.Kind.MEASURED);
            assertThat(origin.by()).isEqualTo("Dora");
            assertThat(origin.at()).isEqualTo(again.at());
        });
        assertThat(plan.rates(program).of("A").origin("export").kind()).isEqualTo(RateOrigin.Kind.PLANNING_VALUE);
    }

    @Test
    void aRateOfThePolicySaysWhoTypedItAndWhatWasMeasuredOfTheProgramLaterReplacesIt() {
        long version = stores.programs().require(program).version();
        programs.change(program, version, "Rated", ZoneOffset.UTC, Map.of("rates", Map.of("import", 250)), "Mia");
        assertThat(plan.rates(program).of("B").origin("import").words())
                .isEqualTo("set by Mia on "
                        + clock.instant().atOffset(ZoneOffset.UTC).toLocalDate());
        clock.advance(Duration.ofDays(1));
        rates.recordMeasured(List.of(new MeasuredRate(
                program,
                null,
                "import",
                100,
                MeasuredRate.Unit.MB_PER_SECOND,
                new TreeMap<>(),
                "Dora",
                null,
                null,
                clock.instant())));
        // 288 GB at 100 MB/s take 2,880 s in place of 960
        assertThat(outage("B")).isEqualTo(Duration.ofSeconds(5280 + 1920));
        clock.advance(Duration.ofDays(1));
        programs.change(program, version + 1, "Rated", ZoneOffset.UTC, Map.of("rates", Map.of("import", 300)), "Mia");
        assertThat(plan.rates(program).of("B").of("import"))
                .as("typed, though it is the planning value")
                .isEqualTo(300);
        programs.change(program, version + 2, "Rated", ZoneOffset.UTC, Map.of("rates", Map.of("import", 320)), "Ben");
        assertThat(plan.rates(program).of("B").of("import")).isEqualTo(320);
        assertThat(plan.rates(program).of("B").origin("import").by()).isEqualTo("Ben");
    }
}
