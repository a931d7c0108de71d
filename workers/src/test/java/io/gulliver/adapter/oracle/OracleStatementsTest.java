package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OracleStatementsTest {

    private static final OracleStatements CATALOGUE = OracleStatements.load();

    @Test
    void indexNamesEveryFileAndNoOther() throws Exception {
        Path folder = Path.of("..", "playbooks", "statements");
        TreeSet<String> files = new TreeSet<>();
        try (var all = Files.list(folder)) {
            all.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".sql"))
                    .forEach(name -> files.add(name.substring(0, name.length() - 4)));
        }
        assertThat(new TreeSet<>(CATALOGUE.all().keySet())).isEqualTo(files).hasSizeGreaterThan(100);
    }

    @Test
    void everyStatementSaysItsPrivilegesAndAReleaseRange() {
        assertThat(CATALOGUE.all().values()).allSatisfy(statement -> {
            assertThat(statement.versions().contains("10.1.0.1")
                            || !statement.versions().contains("9.2"))
                    .isTrue();
            assertThat(statement.versions().min()).matches("\\d+(\\.\\d+)?");
        });
    }

    @Test
    void statementsWithAListOfOwnersAnswerTheOwnerSoThatTheListMayBeSplit() {
        assertThat(CATALOGUE.all().values())
                .filteredOn(statement ->
                        statement.binds().stream().anyMatch(bind -> bind.name().equals("owners")))
                .allSatisfy(statement -> assertThat(statement.columns())
                        .extracting(OracleStatement.Field::name)
                        .containsAnyOf("OWNER", "SEQUENCE_OWNER", "GRANTEE", "USERNAME"));
    }

    @Test
    void refusesAHeaderWhoseBindsDiffer() {
        String text = """
                /*---
                id: x
                about: x
                source: "D01"
                kind: query
                mutates: false
                versions: {min: "10.2"}
                privileges: []
                binds: []
                slots: []
                columns:
                  - {name: A, type: number}
                ---*/
                SELECT a FROM dual WHERE a = :b
                """;
        assertThatThrownBy(() -> OracleStatements.parse("x", text)).hasMessageContaining("binds");
        assertThat(OracleStatements.parse("x", text.replace(":b", "':b'")).binds())
                .isEmpty();
    }

    @Test
    void knowsReleaseRanges() {
        assertThat(CATALOGUE.require("application-owners-11").versions().contains("11.2.0.4.0"))
                .isTrue();
        assertThat(CATALOGUE.require("application-owners-11").versions().contains("12.1.0.2.0"))
                .isFalse();
        assertThat(CATALOGUE.require("application-owners").versions().contains("19.24.0.0.0"))
                .isTrue();
    }

    @Test
    void findsBindsOutsideOfQuotesAndCommentsOnly() {
        SqlText text = SqlText.of("SELECT ':no' /* :no */ -- :no\n, \":no\" FROM t WHERE a = :yes AND b := :yes");
        assertThat(text.binds()).isEqualTo(List.of("yes", "yes"));
        assertThat(text.positional()).endsWith("WHERE a = ? AND b := ?");
    }

    @Test
    void quotesNamesAndRefusesTricks() {
        assertThat(OracleName.quote("APP", "Mixed Case")).isEqualTo("\"APP\".\"Mixed Case\"");
        assertThat(OracleName.literal("O'Hara")).isEqualTo("'O''Hara'");
        assertThatThrownBy(() -> OracleName.quote("A\" --")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> OracleName.quote("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> OracleName.quote("x".repeat(129))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> OracleName.literal("a\u0000b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void splitsWideRowsIntoSeveralStrings() {
        var columns = new java.util.ArrayList<TableStatements.Column>();
        for (int i = 0; i < 12; i++) {
            columns.add(new TableStatements.Column("C" + i, "VARCHAR2", 1500));
        }
        columns.add(new TableStatements.Column("POINT", "SDO_GEOMETRY", 1));
        var generated = new TableStatements(CATALOGUE).rowHash("APP", "WIDE", columns);
        assertThat(generated.omitted()).containsExactly("POINT (SDO_GEOMETRY)");
        assertThat(generated.sql().split("STANDARD_HASH", -1).length - 1)
                .as("two columns of 1500 fit a string of 4000, so six strings and one digest over all")
                .isEqualTo(7);
    }
}
