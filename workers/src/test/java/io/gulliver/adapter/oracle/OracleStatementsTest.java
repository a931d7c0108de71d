package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.proof.PartKind;
import io.gulliver.persistence.Json;
import io.gulliver.service.proof.ProductParts;
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
    void whatStatementsShareStandsInTheTextOfEach() {
        assertThat(CATALOGUE.all().values())
                .allSatisfy(one -> assertThat(one.text()).doesNotContain("{{>"));
        assertThat(List.of("application-roles-11", "role-statements-11", "role-object-grants-11"))
                .allSatisfy(id -> assertThat(CATALOGUE.require(id).text())
                        .contains(
                                "NOT IN\n    ('ADM_PARALLEL_EXECUTE_TASK', ", "'OWB$CLIENT', ", "'XDB_SET_INVOKER', "));
        assertThat(ProductParts.load())
                .filteredOn(part -> part.kind() == PartKind.STATEMENT
                        && CATALOGUE.require(part.id()).forms() == null)
                .hasSizeGreaterThan(100)
                .as("what is proven is the whole text")
                .allSatisfy(part -> assertThat(part.hash())
                        .isEqualTo(Json.sha256(CATALOGUE.require(part.id()).text())));
    }

    @Test
    void everyStatementSaysItsPrivilegesAndAReleaseRange() {
        assertThat(CATALOGUE.all().values()).allSatisfy(statement -> {
            assertThat(statement.versions().contains("10.1.0.1")
                            || !statement.versions().contains("9.2"))
                    .isTrue();
            assertThat(statement.versions().min()).matches("\\d+(\\.\\d+){0,3}");
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

    /** On the column itself, or no range would be read from the index; the digits of a key never stand in the text. */
    @Test
    void aRangeOfATextIsHalfOpenAndTakesItsEndsAsBinds() {
        TableStatements tables = new TableStatements(CATALOGUE);
        assertThat(tables.textCount("APP", "SKUS", "SKU", true, true).sql())
                .isEqualTo("SELECT COUNT(*) AS row_count FROM \"APP\".\"SKUS\" WHERE"
                        + " \"SKU\" >= UTL_RAW.CAST_TO_VARCHAR2(HEXTORAW(:low)) AND"
                        + " \"SKU\" < UTL_RAW.CAST_TO_VARCHAR2(HEXTORAW(:below))");
        assertThat(tables.textCount("APP", "SKUS", "SKU", false, true).sql())
                .endsWith(" WHERE \"SKU\" < UTL_RAW.CAST_TO_VARCHAR2(HEXTORAW(:below))");
        assertThat(tables.textCount("APP", "SKUS", "SKU", false, false).sql())
                .isEqualTo(tables.rowCount("APP", "SKUS").sql());
        assertThat(tables.rangeKeys("APP", "SKUS", "SKU", false, false).sql())
                .contains(" FROM \"APP\".\"SKUS\" WHERE \"SKU\" IS NOT NULL)");
        assertThatThrownBy(() -> tables.sampledKeys("APP", "SKUS", "SKU", 100)).hasMessageContaining("no sample");
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

    private static TableStatements between(String release, String characterSet) {
        return TableStatements.between(
                CATALOGUE,
                new TableStatements.Side(release, characterSet),
                new TableStatements.Side("19.0.0.0.0", "AL32UTF8"));
    }

    @Test
    void oneSideWithoutStandardHashDecidesForBoth() {
        assertThat(between("11.2.0.4.0", "AL32UTF8").digest()).isEqualTo(TableStatements.Digest.ORA_HASH);
        assertThat(between("10.2.0.5.0", "AL32UTF8").digest()).isEqualTo(TableStatements.Digest.ORA_HASH);
        assertThat(between("12.1.0.2.0", "AL32UTF8").digest()).isEqualTo(TableStatements.Digest.SHA_256);
        assertThat(TableStatements.between(
                                CATALOGUE,
                                new TableStatements.Side("19.0.0.0.0", "AL32UTF8"),
                                new TableStatements.Side("11.2.0.4.0", "AL32UTF8"))
                        .digest())
                .isEqualTo(TableStatements.Digest.ORA_HASH);
    }

    @Test
    void beforeTwelveOneNoFormAsksForWhatCameLater() {
        var columns = new java.util.ArrayList<TableStatements.Column>();
        CATALOGUE.require("table-row-ora-hash").forms().keySet().stream()
                .filter(type -> !type.equals("CONVERTED"))
                .forEach(type -> columns.add(new TableStatements.Column(
                        type.replace(' ', '_'), type.equals("INTERVAL") ? "INTERVAL DAY(2) TO SECOND(6)" : type, 11)));
        columns.add(new TableStatements.Column("NATIONAL", "NVARCHAR2", 100));
        columns.add(new TableStatements.Column("OLD", "LONG", 0));
        var generated = between("11.2.0.4.0", "AL32UTF8").rowHash("APP", "ALL_TYPES", columns);
        assertThat(generated.statement()).isEqualTo("table-row-ora-hash");
        assertThat(generated.omitted()).containsExactly("OLD (LONG)");
        assertThat(generated.sql())
                .contains("ORA_HASH(row_text, 4294967295, 0)", "ORA_HASH(row_text, 4294967295, 1)")
                .as("SHA-256 came to DBMS_CRYPTO with 12.1, as STANDARD_HASH did")
                .doesNotContain("STANDARD_HASH", ", 4)", "{{")
                .contains("DBMS_CRYPTO.HASH(\"CLOB\", 3)", "UTL_I18N.STRING_TO_RAW(SUBSTR(\"NATIONAL\", 1, 500)");
    }

    @Test
    void wideRowsAreHashedInGroupsWithBothSeedsAndHashedTogether() {
        var columns = new java.util.ArrayList<TableStatements.Column>();
        for (int i = 0; i < 5; i++) {
            columns.add(new TableStatements.Column("C" + i, "VARCHAR2", 1500));
        }
        String sql = between("11.2.0.4.0", "AL32UTF8")
                .rowHash("APP", "WIDE", columns)
                .sql();
        assertThat(sql.split("ORA_HASH\\(", -1).length - 1)
                .as("three strings of at most two columns, each by two seeds, and two over all")
                .isEqualTo(3 * 2 + 2);
    }

    @Test
    void betweenTwoCharacterSetsTextIsComparedAsUtf8InPieces() {
        var columns = List.of(
                new TableStatements.Column("A", "CHAR", 10),
                new TableStatements.Column("B", "VARCHAR2", 1200),
                new TableStatements.Column("N", "NUMBER", 22));
        String old = between("11.2.0.4.0", "WE8ISO8859P1")
                .rowHash("APP", "T", columns)
                .sql();
        assertThat(old)
                .contains("TO_CHAR(LENGTH(RTRIM(\"A\"))) || ':' || CASE WHEN LENGTH(RTRIM(\"A\")) >= 1")
                .contains("SUBSTR(\"B\", 1, 500)", "SUBSTR(\"B\", 501, 500)", "SUBSTR(\"B\", 1001, 500)")
                .contains("LENGTH(TO_CHAR(\"N\"");
        assertThat(between("19.0.0.0.0", "WE8ISO8859P1")
                        .rowHash("APP", "T", columns)
                        .sql())
                .contains("UTL_I18N.STRING_TO_RAW", "STANDARD_HASH")
                .doesNotContain("ORA_HASH");
        assertThat(between("11.2.0.4.0", "AL32UTF8")
                        .rowHash("APP", "T", columns)
                        .sql())
                .doesNotContain("UTL_I18N", "RTRIM");
    }
}
