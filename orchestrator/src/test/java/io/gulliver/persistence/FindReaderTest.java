package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.view.FindReader;
import io.gulliver.persistence.view.FindReader.FoundDatabase;
import io.gulliver.persistence.view.FindReader.FoundRisk;
import io.gulliver.persistence.view.FindReader.What;
import io.gulliver.persistence.view.JdbcFindReader;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is found by words, by whom, in which order, and how much of the store is read for it. */
class FindReaderTest extends StoreContract {
    private static final int MANY = 5_000;

    private FindReader reader;

    @BeforeAll
    void estate() {
        reader = new JdbcFindReader(database);
        for (String program : List.of("bank", "shop", "aside")) {
            stores.programs().create(program, "The " + program, ZoneId.of("UTC"), Map.of(), "pm");
        }
        stores.databases()
                .add(
                        "bank",
                        IntStream.range(0, MANY)
                                .mapToObj(i -> DatabaseProfile.of(
                                        "CORE" + i, i % 2 == 0 ? "ledger" : "cards", Environment.PRODUCTION))
                                .toList(),
                        "pm");
        stores.databases()
                .add(
                        "shop",
                        Stream.of("CORE7", "CORE", "OLDCORE", "HR_X", "HRAX")
                                .map(FindReaderTest::of)
                                .toList(),
                        "pm");
        stores.databases().add("aside", List.of(of("CORE")), "pm");
        risk("bank", "The pool is full", "CORE17");
        risk("shop", "The link is slow", "CORE");
        stores.programs().archive("aside", "pm");
    }

    private static DatabaseProfile of(String name) {
        return DatabaseProfile.of(name, "store", Environment.PRODUCTION);
    }

    private void risk(String program, String event, String database) {
        stores.risks()
                .add(
                        program,
                        new RiskStatement(
                                event,
                                "",
                                "",
                                4,
                                4,
                                null,
                                RiskResponse.REDUCE,
                                "",
                                null,
                                "",
                                RiskState.OPEN,
                                List.of(database)),
                        "risk-" + event,
                        "pm");
    }

    private FindReader.Found find(Access access, String here, String... words) {
        return reader.find(access, List.of(words), here, List.of(What.values()));
    }

    private List<String> databases(Access access, String here, String... words) {
        return find(access, here, words).databases().stream()
                .map(one -> one.program() + "/" + one.name())
                .toList();
    }

    private static Access only(String program) {
        return new Access(false, new TreeMap<>(Map.of(program, Right.READ)), new TreeMap<>());
    }

    @Test
    void theWholeNameComesFirstThenTheBeginningThenTheProgramThatIsAskedFrom() {
        assertThat(databases(Access.EVERYTHING, "shop", "core7"))
                .startsWith("shop/CORE7", "bank/CORE7", "bank/CORE70", "bank/CORE700");
        assertThat(databases(Access.EVERYTHING, "bank", "core"))
                .startsWith("shop/CORE", "bank/CORE0")
                .hasSize(FindReader.MOST);
        assertThat(databases(Access.EVERYTHING, null, "old", "store")).containsExactly("shop/OLDCORE");
    }

    @Test
    void nobodyFindsWhatIsNotThereForThem() {
        assertThat(databases(only("shop"), "bank", "core")).containsExactly("shop/CORE", "shop/CORE7", "shop/OLDCORE");
        FindReader.Found nothing = find(Access.NONE, "bank", "core");
        assertThat(nothing.size()).isZero();
        assertThat(find(only("shop"), "shop", "the").programs())
                .extracting(FindReader.FoundProgram::key)
                .containsExactly("shop");
        assertThat(find(only("shop"), "shop", "is").risks())
                .extracting(FoundRisk::program)
                .containsExactly("shop");
    }

    @Test
    void whatIsArchivedIsNotFound() {
        assertThat(find(Access.EVERYTHING, "aside", "core").databases())
                .extracting(FoundDatabase::program)
                .doesNotContain("aside");
        assertThat(find(Access.EVERYTHING, "aside", "aside").programs()).isEmpty();
    }

    @Test
    void signsOfPatternsAreLettersLikeOthers() {
        assertThat(databases(Access.EVERYTHING, null, "hr_x")).containsExactly("shop/HR_X");
        assertThat(databases(Access.EVERYTHING, null, "%")).isEmpty();
        assertThat(databases(Access.EVERYTHING, null, "!")).isEmpty();
    }

    @Test
    void aRiskIsFoundByItsNumberItsWordsAndItsDatabases() {
        assertThat(find(only("bank"), "bank", "r-01").risks())
                .extracting(FoundRisk::event)
                .containsExactly("The pool is full");
        assertThat(find(only("bank"), "bank", "pool").risks()).hasSize(1);
        assertThat(find(only("bank"), "bank", "core17").risks()).hasSize(1);
        assertThat(find(only("bank"), "bank", "nowhere").risks()).isEmpty();
        assertThat(reader.find(only("bank"), List.of("core17"), "bank", List.of(What.RISKS))
                        .databases())
                .as("asked for risks alone")
                .isEmpty();
    }

    @Test
    void noWordsFindNothing() {
        assertThat(find(Access.EVERYTHING, "bank").size()).isZero();
    }

    /** PostgreSQL counts the rows that a transaction reads: at most each database once, whatever is found. */
    @Test
    void fiveThousandDatabasesAreReadOnceThroughAndFewLeaveTheStore() {
        database.jdbc().sql("analyze").update();
        for (List<String> words : List.of(List.of("core"), List.of("core", "cards"), List.of("nothing"))) {
            record Read(long rows, FindReader.Found found) {}
            Read read = database.inTransaction(() -> {
                long before = read();
                FindReader.Found found = reader.find(Access.EVERYTHING, words, "bank", List.of(What.values()));
                return new Read(read() - before, found);
            });
            assertThat(read.rows()).as("rows read for " + words).isBetween((long) MANY, MANY + 500L);
            assertThat(read.found().databases().size()).isLessThanOrEqualTo(FindReader.MOST);
        }
    }

    private long read() {
        return database.jdbc().sql("""
                select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)
                from pg_stat_xact_user_tables
                """).query(Long.class).single();
    }

    @Test
    void readersOfEveryProgramFindAlike() {
        Access reads = Access.everywhere(Right.READ, Set.of());
        assertThat(databases(reads, "shop", "hr"))
                .isEqualTo(databases(Access.EVERYTHING, "shop", "hr"))
                .hasSize(2);
    }
}
