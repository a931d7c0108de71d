package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows behind a policy cross in full, with the policies, by whoever is exempt from them for as long as it takes. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class PoliciesCrossTest {
    private static final String EXEMPT = "EXEMPT ACCESS POLICY";

    @TempDir
    Path root;

    MigrationBench bench;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private void open(String by) throws Exception {
        bench = new MigrationBench(root, MigrationBench.spec("private-policy", "redaction"), "SYSTEM", by);
    }

    private List<String> policies(String host, String service) {
        return bench.oracle.people(host, service).stream()
                .filter(line -> line.startsWith("row policy ") || line.startsWith("redaction "))
                .toList();
    }

    private List<String> exempt(String host, String service) {
        return bench.oracle.holders(host, service, EXEMPT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data-pump", "data-pump-link"})
    void rowsBehindAPolicyCrossInFullAndNobodyStaysExempt(String by) throws Exception {
        open(by);
        List<String> before = exempt(MigrationBench.SOURCE, "orders");
        bench.runTo("dictionary");

        assertThat(policies(MigrationBench.TARGET, "CRM"))
                .isEqualTo(policies(MigrationBench.SOURCE, "orders"))
                .contains("row policy SHOP.CUSTOMERS BRANCH_ONLY YES", "redaction SHOP.CUSTOMERS HIDE_CREDIT YES");
        assertThat(exempt(MigrationBench.TARGET, "CRM")).containsExactly("MOVER", "SYSTEM");
        bench.runTo("content");
        assertThat(bench.outputs.get("content"))
                .containsEntry("tables_different", 0)
                .containsEntry("tables_counted_only", 0)
                .containsEntry("coverage_percent", 100.0);

        bench.runTo("clean-source");
        assertThat(exempt(MigrationBench.TARGET, "CRM")).isEmpty();
        assertThat(exempt(MigrationBench.SOURCE, "orders")).isEqualTo(before).doesNotContain("MOVER");
    }

    @Test
    @Examines(value = Kindness.POLICIES_HIDE_NOTHING, red = "an export that lost the rows behind a policy")
    void anExportThatDoesNotSeeAllRowsStops() throws Exception {
        open("data-pump");
        bench.runTo("prepare-source");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "delete from DBA_SYS_PRIVS where grantee = 'MOVER' and privilege = '" + EXEMPT + "'");
        assertThatThrownBy(() -> bench.runTo("export"), "an export that lost the rows behind a policy")
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("ORA-39181")
                .hasMessageContaining("\"SHOP\".\"CUSTOMERS\"");
    }

    /** One side sees one branch, the other all: that says nothing of the rows, and is not taken for a loss. */
    @Test
    void whatOneSideAloneCannotSeeIsFilteredAndNotDifferent() throws Exception {
        open("data-pump");
        bench.runTo("statistics");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "delete from DBA_SYS_PRIVS where grantee = 'SYSTEM' and privilege = '" + EXEMPT + "'");
        bench.runTo("content");
        assertThat(bench.outputs.get("content"))
                .containsEntry("tables_different", 0)
                .containsEntry("tables_counted_only", 2)
                .containsEntry("counted_without_reason", 2);
        assertThat(String.valueOf(bench.outputs.get("content").get("counted_only")))
                .contains("SHOP.CUSTOMERS (rows filtered by policy BRANCH_ONLY on the target, no " + EXEMPT
                        + "; 40 rows seen, on the target ");
    }

    @Test
    void aPolicyThatIsLostOrOffIsADifference() throws Exception {
        open("data-pump");
        bench.runTo("statistics");
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", "delete from DBA_POLICIES where object_owner = 'SHOP'");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "update REDACTION_POLICIES set enable = 'NO' where object_owner = 'STOCK'");
        assertThatThrownBy(() -> bench.runTo("dictionary"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("differs in 2 places")
                .hasMessageContaining("V09 row policies SHOP.CUSTOMERS BRANCH_ONLY: source enabled, target missing")
                .hasMessageContaining("V09 redactions STOCK.CUSTOMERS HIDE_CREDIT: source enabled, target disabled");
    }
}
