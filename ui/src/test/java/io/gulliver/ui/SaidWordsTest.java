package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.TargetKind;
import io.gulliver.planning.method.Method;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.StepTitles;
import io.gulliver.ui.frame.Words;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What planners and rules write reads like words on a page. */
class SaidWordsTest {
    private final Words words = Words.standalone();
    private final Formats fmt = new Formats(
            Clock.fixed(Instant.parse("2026-06-11T12:32:00Z"), ZoneId.of("UTC")), ZoneId.of("Europe/Zurich"));

    @Test
    void namesEveryMethod() {
        for (Method method : Method.values()) {
            String name = words.method(method.name());
            assertThat(name).isNotEqualTo(method.name()).isEqualTo(words.method(method.key()));
            assertThat(words.said("It can cross by " + method.key(), fmt)).isEqualTo("It can cross by " + name);
            assertThat(words.said(method.name() + ": 2", fmt)).isEqualTo(name + ": 2");
        }
        assertThat(words.said("the playbook data-pump/v1.yaml", fmt)).isEqualTo("the playbook data-pump/v1.yaml");
    }

    @Test
    void writesMomentsInTheZoneAndSecondsAsSpans() {
        assertThat(words.said("across by 2026-11-21T12:32:16.051Z", fmt))
                .isEqualTo("across by Sat 21 Nov 2026, 13:32 CET");
        assertThat(words.said("takes 149937.4 s of 7200 s, from data_gb 100 GB / export 50 MB/s", fmt))
                .isEqualTo("takes 41\u00a0h\u00a039 of 2\u00a0h\u00a000, from tables and LOBs of applications 100 GB /"
                        + " export 50 MB/s");
        assertThat(words.said("not a moment: 2026-99-21T12:32:16Z", fmt))
                .isEqualTo("not a moment: 2026-99-21T12:32:16Z");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            gg_licensed is unknown, not true                      | GoldenGate is licensed: not known
            archivelog is false                                   | it archives its redo: no
            endian is Little, not Big                             | byte order of the source is Little, not Big
            source_release is 19.22, release from 12.2            | release of the source is 19.22, release from 12.2
            cpu.busyCores.p95 4.25 of host.cores 16               | busy cores of the hosts, 95th percentile 4.25 of cores of the host 16
            S03, R53 cannot be judged until files_gb is known     | 2 rules cannot be judged until used part of the data files is known
            R16 cannot be judged until objects are known          | one rule cannot be judged until objects are known
            goldengate is closed by S04 (gg_licensed is false): it is not licensed | GoldenGate is closed: it is not licensed (GoldenGate is licensed: no)
            xtts is closed by R04 (source_edition is standard): one; R05 (archivelog is false): two | Transportable tablespaces with incrementals is closed: one (edition of the source is standard); two (it archives its redo: no)
            it fits after R04 is removed                          | it fits after “the source is not Enterprise Edition” is removed
            Row 3: no other is open                               | No other is open
            run discovery (D21, D13b), or upload a capture        | run discovery, or upload a capture
            give the inventory a column ddl_frozen, or the program's policy an entry facts.ddl_frozen | say it in the inventory or in the program’s policy
            put size_gb into the inventory                        | put used size in GB into the inventory
            see facts/facts.yaml and discovery_19.sql of db1.example.com | see facts/facts.yaml and discovery_19.sql of db1.example.com
            16 cores (D12, D31 of live discovery, step keep-facts of a1dc9eb3-45fe-4161-9d00-000000000000) | 16 cores (live discovery)
            """)
    void saysWhatRulesWroteWithoutTheirCodes(String written, String said) {
        assertThat(words.said(written, fmt)).isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            D14 of live discovery, step keep-facts of a1dc9eb3-45fe-4161-9d00-000000000000 | live discovery
            all questions of live discovery                                                | live discovery
            D02, D03b of shop.lst (sha256 0a0a)                                            | shop.lst
            step discover-database of shop.1                                               | step discover database
            Ada                                                                            | Ada
            """)
    void namesWhoToldAndNotHow(String source, String said) {
        assertThat(words.source(source)).isEqualTo(said);
    }

    @Test
    void namesEveryFactOfTheCatalogueAndOfTheNeeds() {
        RuleTables tables = RuleTables.shipped();
        Set<String> asked = new TreeSet<>(tables.facts().facts().keySet());
        tables.needs().needs().forEach(need -> asked.addAll(need.anyOf()));
        assertThat(asked).hasSizeGreaterThan(80).allSatisfy(name -> {
            assertThat(words.fact(name)).matches("\\p{Lu}.*");
            assertThat(PageWords.wrong(words.fact(name), Set.of())).isEmpty();
            assertThat(PageWords.wrong(words.facts(List.of(name)), Set.of())).isEmpty();
        });
    }

    @Test
    void namesWhatDiscoveryAskedByTheFactsThatItWouldHaveGiven() {
        assertThat(words.unanswered("D44: ORA-00942. Grant SELECT."))
                .isEqualTo("Whether applications have segments in SYSTEM or SYSAUX: ORA-00942. Grant SELECT.");
        assertThat(words.unanswered("D999: refused")).isEqualTo("refused");
    }

    @Test
    void namesOfProgramsBecomeWords() {
        assertThat(words.named("database.added")).isEqualTo("Database added");
        assertThat(words.named("playbookHash")).isEqualTo("Playbook hash");
        assertThat(words.named("SCN_at")).isEqualTo("SCN at");
    }

    @Test
    void saysVerdictsAndTargets() {
        assertThat(words.verdict("unknown", fmt)).isEqualTo("not known yet");
        assertThat(words.verdict("1 method", fmt)).isEqualTo("1 method");
        assertThat(words.verdict("data-pump", fmt)).isEqualTo(words.method("DATA_PUMP"));
        assertThat(words.target("19", null, "rac", null))
                .isEqualTo(
                        "release 19, edition not known yet, a cluster (RAC), partition or guest of z/VM not decided");
        assertThat(words.target(null, "enterprise", "pdb", TargetKind.ZVM))
                .isEqualTo(
                        "a release still to be chosen, Enterprise Edition, a pluggable database, in a guest of z/VM");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            Step create-volumes is being tried right now        | Step “Volumes made” is being tried right now
            The undo of step create-volumes is left to ana      | The undo of step “Volumes made” is left to ana
            Step load[T1, b] cannot be skipped: it is done      | Step “Initial load” (T1, b) cannot be skipped: it is done
            Not now: step load-again and step load run          | Not now: step load-again and step “Initial load” run
            Task load[DBA on duty] completed: done              | Task “Initial load” (DBA on duty) completed: done
            Decision load is not open: it is done               | Decision “Initial load” is not open: it is done
            Step create-volumes: its condition. Step load.      | Step “Volumes made”: its condition. Step “Initial load”.
            Retry that step, or skip this one                   | Retry that step, or skip this one
            """)
    void callsStepsByTheirTitles(String text, String told) {
        assertThat(StepTitles.in(text, Map.of("create-volumes", "Volumes made", "load", "Initial load")))
                .isEqualTo(told);
    }
}
