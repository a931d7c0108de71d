package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.Platforms;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows from the platform of a source, for every name of V$TRANSPORTABLE_PLATFORM and spellings of people. */
@Tag("store")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SourcePlatformsTest {
    private StoreDatabase db;
    private Stores stores;
    private AssessmentService desk;
    private int databases;

    @BeforeAll
    void open() {
        db = TestStore.open(new MovableClock());
        stores = Atlas.stores(db);
        stores.programs().create("atlas", "Atlas", ZoneId.of("Europe/Berlin"), Map.of(), "Mia");
        desk = Services.assessment(stores);
    }

    @AfterAll
    void close() {
        db.close();
    }

    @ParameterizedTest
    @CsvSource({
        "Solaris[tm] OE (32-bit), Big, no",
        "Solaris[tm] OE (64-bit), Big, no",
        "HP-UX (64-bit), Big, no",
        "HP-UX IA (64-bit), Big, no",
        "AIX-Based Systems (64-bit), Big, no",
        "IBM zSeries Based Linux, Big, no",
        "IBM Power Based Linux, Big, no",
        "Linux OS (S64), Big, no",
        "Apple Mac OS, Big, no",
        "HP Tru64 UNIX, Little, no",
        "HP Open VMS, Little, no",
        "HP IA Open VMS, Little, no",
        "Linux IA (64-bit), Little, no",
        "Microsoft Windows IA (64-bit), Little, no",
        "Linux OS (AARCH64), Little, no",
        "Microsoft Windows IA (32-bit), Little, yes",
        "Linux IA (32-bit), Little, yes",
        "Microsoft Windows x86 64-bit, Little, yes",
        "Microsoft Windows 64-bit for AMD, Little, yes",
        "Linux x86 64-bit, Little, yes",
        "Linux 64-bit for AMD, Little, yes",
        "Solaris Operating System (x86), Little, yes",
        "Solaris Operating System (x86-64), Little, yes",
        "Apple Mac OS (x86-64), Little, yes",
        "AIX 7.2, Big, no",
        "Oracle Solaris on SPARC (64-bit), Big, no",
        "solaris[tm]_oe_(64-bit), Big, no",
        "HPUX Itanium, Big, no",
        "Linux on s390x, Big, no",
        "Windows Server 2019, Little, yes",
        "linux-x86_64, Little, yes"
    })
    void byteOrderMethodsOutageAndProcessorsFollow(String platform, String endian, String x86) {
        assertThat(Platforms.endianFormat(platform)).contains(endian);
        assertThat(Platforms.linux(platform))
                .contains(platform.toLowerCase(Locale.ROOT).contains("linux"));
        String name = "DB" + ++databases;
        new InventoryImport(
                        db,
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(
                        "atlas",
                        ("database,application,environment,size_gb,outage_window_minutes\n" + name
                                        + ",app,production,1000,600\n")
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(),
                        "Mia");
        stores.facts()
                .put(
                        "atlas",
                        name,
                        List.of(
                                fact("platform", platform),
                                fact("source_release", "19.22.0.0.0"),
                                fact("source_edition", "enterprise"),
                                fact("files_gb", 1000.0),
                                fact("objects", 60_000L),
                                fact("host.cores", 16L),
                                fact("cpu.busyCores.p95", 4.0),
                                fact("cpu.busyCores.max", 5.0)),
                        "Mia");
        boolean big = endian.equals("Big");
        MethodAssessment methods = desk.methods("atlas", name).assessment();
        assertThat(methods.reasons()).noneMatch(line -> line.contains("platform of the source is unknown"));
        MethodAssessment.Judged transport = methods.judged(Method.FULL_TRANSPORTABLE);
        assertThat(transport.warnings())
                .extracting(MethodAssessment.Reason::rule)
                .contains(big ? "R01-SAME" : "R01")
                .doesNotContain(big ? "R01" : "R01-SAME");
        assertThat(transport.outage().terms())
                .extracting(term -> term.name())
                .anyMatch(term -> term.startsWith(big ? "read and copy" : "read and convert"))
                .noneMatch(term -> big && term.contains("convert"));
        DatabaseSizing sizing = desk.sizing("atlas", name);
        assertThat(sizing.cpu().sized()).as("sized as x86").isEqualTo(x86.equals("yes"));
        if (!sizing.cpu().sized()) {
            assertThat(sizing.cpu().missing()).anyMatch(gap -> gap.how().contains("bring the vendor's figure"));
        }
    }

    private static Fact fact(String name, Object value) {
        return new Fact(name, value, null, "discovery", Instant.parse("2026-02-01T00:00:00Z"), Confidence.MEASURED);
    }

    @ParameterizedTest
    @CsvSource({"Linux", "Solaris", "Unix", "BeOS", "Oracle Linux 8"})
    void whatCanBeEitherStaysUnknown(String platform) {
        assertThat(Platforms.endianFormat(platform)).isEmpty();
    }
}
