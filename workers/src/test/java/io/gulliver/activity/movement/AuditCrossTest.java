package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is audited at the source is audited at the target, or a person says why not; nothing of it comes by itself. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class AuditCrossTest {
    private static final Pattern TYPED = Pattern.compile("\\((CREATE AUDIT POLICY|AUDIT) [^;()]*(; AUDIT [^;()]*)*\\)");

    @TempDir
    Path root;

    MigrationBench bench;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private static StepCall leaving(StepCall call, List<String> leftBehind) {
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("left_behind", leftBehind);
        return MigrationBench.with(call, inputs);
    }

    /** Types what the list says, policies first, as a person does who reads it. */
    private void type(Object left) {
        List<String> statements = new ArrayList<>();
        TYPED.matcher(String.valueOf(left))
                .results()
                .forEach(found -> statements.addAll(List.of(
                        found.group().substring(1, found.group().length() - 1).split("; "))));
        statements.sort((a, b) -> Boolean.compare(b.startsWith("CREATE"), a.startsWith("CREATE")));
        statements.forEach(statement -> bench.oracle.sysdba(MigrationBench.TARGET, "CRM", statement));
    }

    @Test
    @Examines(value = Kindness.AUDIT_CROSSES, red = "what is audited at the source")
    void whatIsAuditedIsAPersonsUntilTheTargetAuditsItToo() throws Exception {
        bench = new MigrationBench(root, "audited");
        bench.runTo("around");
        assertThat(bench.outputs.get("around").get("left"))
                .asString()
                .as("what is audited at the source")
                .contains(
                        "audit policy SHOP_CREDIT (CREATE AUDIT POLICY SHOP_CREDIT ACTIONS SELECT ON SHOP.CUSTOMERS, UPDATE ON"
                                + " SHOP.CUSTOMERS): a person's, open",
                        "enabled audit policy SHOP_CREDIT EXCEPT SHOP, SHOP_WEB (AUDIT POLICY SHOP_CREDIT EXCEPT SHOP,"
                                + " SHOP_WEB): a person's, open",
                        "enabled audit policy ORA_ACCOUNT_MGMT BY SHOP_AUDIT (AUDIT POLICY ORA_ACCOUNT_MGMT BY SHOP_AUDIT"
                                + " WHENEVER NOT SUCCESSFUL): a person's, open",
                        "audit options of SHOP_WEB (AUDIT CREATE TABLE BY SHOP_WEB BY ACCESS; AUDIT DELETE TABLE BY SHOP_WEB BY"
                                + " ACCESS WHENEVER NOT SUCCESSFUL): a person's, open",
                        "audited object SHOP.ORDERS (AUDIT DELETE ON SHOP.ORDERS BY ACCESS; AUDIT GRANT ON SHOP.ORDERS BY ACCESS"
                                + " WHENEVER SUCCESSFUL): a person's, open")
                .doesNotContain(
                        "CREATE AUDIT POLICY ORA_", "enabled audit policy ORA_SECURECONFIG", "options of everybody");
        bench.runTo("import");
        assertThatThrownBy(() -> bench.runTo("around-done"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("10 things of the carry-over list are open")
                .hasMessageContaining("audited object STOCK.ORDERS");

        type(bench.outputs.get("around").get("left"));
        // One stays behind with its reason.
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", "delete from DBA_OBJ_AUDIT_OPTS where owner = 'STOCK'");
        StepCall again = bench.call("around-done", 2);
        assertThatThrownBy(() -> bench.perform(again)).hasMessageContaining("1 things of the carry-over list are open");
        List<String> reason = List.of("audited object STOCK.ORDERS: the application writes its own log");
        bench.outputs.put("around-done", bench.perform(leaving(again, reason)));
        assertThat(bench.outputs.get("around-done").get("entries"))
                .asString()
                .contains(
                        "enabled audit policy SHOP_CREDIT EXCEPT SHOP, SHOP_WEB (AUDIT POLICY SHOP_CREDIT EXCEPT SHOP,"
                                + " SHOP_WEB): a person's, done");

        // Of a rehearsal nobody sets up what is audited, and it says so.
        bench.runTo("dictionary");
        assertThat(bench.context.evidence.get("dictionary.json"))
                .contains("V09 audited object", "set up in a production run alone; it is on the carry-over list");
        bench.purpose = Purpose.PRODUCTION;
        assertThatThrownBy(() -> bench.perform(bench.call("dictionary", 1)))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("differs in 1 places: V09 audited object STOCK.ORDERS: source AUDIT DELETE ON"
                        + " STOCK.ORDERS BY ACCESS; AUDIT GRANT ON STOCK.ORDERS BY ACCESS WHENEVER SUCCESSFUL, target"
                        + " missing");
        StepCall dictionary = bench.call("dictionary", 2);
        assertThat(bench.perform(leaving(dictionary, reason))).containsEntry("differences", 0);

        for (String loss : List.of(
                "delete from AUDIT_UNIFIED_ENABLED_POLICIES where entity_name = 'STOCK_AUDIT'",
                "delete from AUDIT_UNIFIED_POLICIES where policy_name = 'STOCK_CREDIT' and audit_option = 'UPDATE'",
                "update DBA_STMT_AUDIT_OPTS set failure = 'NOT SET', success = 'BY ACCESS' where user_name = 'SHOP_WEB'",
                "update DBA_PRIV_AUDIT_OPTS set success = 'BY SESSION' where user_name = 'STOCK_WEB'")) {
            bench.oracle.disturb(MigrationBench.TARGET, "CRM", loss);
        }
        assertThatThrownBy(() -> bench.perform(leaving(dictionary, reason)))
                .hasMessageContaining("differs in 3 places")
                .hasMessageContaining("V09 enabled audit policy ORA_ACCOUNT_MGMT BY STOCK_AUDIT")
                .hasMessageContaining("V09 audit policy STOCK_CREDIT")
                .hasMessageContaining("V09 audit options of SHOP_WEB");
    }

    /** Conditions, roles and the top level alone are part of what is typed, and of what is compared. */
    @Test
    @Examines(value = Kindness.POLICIES_HAVE_NO_CONDITIONS, red = "on what conditions is audited")
    void onWhatConditionsIsAuditedIsTypedAndCompared() throws Exception {
        bench = new MigrationBench(root, "audited-finely");
        bench.runTo("around");
        assertThat(bench.outputs.get("around").get("left"))
                .asString()
                .as("on what conditions is audited")
                .contains(
                        "audit policy SHOP_NIGHT (CREATE AUDIT POLICY SHOP_NIGHT ACTIONS DELETE ON SHOP.ORDERS WHEN"
                                + " 'SYS_CONTEXT(''USERENV'', ''MODULE'') != ''NIGHT''' EVALUATE PER STATEMENT ONLY TOPLEVEL):"
                                + " a person's, open",
                        "enabled audit policy SHOP_NIGHT BY USERS WITH GRANTED ROLES SHOP_APP (AUDIT POLICY SHOP_NIGHT BY"
                                + " USERS WITH GRANTED ROLES SHOP_APP): a person's, open");
        bench.runTo("import");
        assertThatThrownBy(() -> bench.runTo("around-done"))
                .hasMessageContaining("things of the carry-over list are open");
        for (String owner : List.of("SHOP", "STOCK")) {
            String policy = "CREATE AUDIT POLICY " + owner + "_NIGHT ACTIONS DELETE ON " + owner
                    + ".ORDERS WHEN 'SYS_CONTEXT(''USERENV'', ''MODULE'') != ''NIGHT''' EVALUATE PER STATEMENT";
            // Who types it without its last words has another policy, and is told.
            bench.oracle.sysdba(MigrationBench.TARGET, "CRM", policy + (owner.equals("SHOP") ? " ONLY TOPLEVEL" : ""));
            bench.oracle.sysdba(
                    MigrationBench.TARGET,
                    "CRM",
                    "AUDIT POLICY " + owner + "_NIGHT BY USERS WITH GRANTED ROLES " + owner + "_APP");
        }
        StepCall done = leaving(
                bench.call("around-done", 2),
                List.of(
                        "audit handler SYS.TELL_AUDITOR: made when the auditors are there",
                        "system object SYS PROCEDURE TELL_AUDITOR: made when the auditors are there"));
        assertThatThrownBy(() -> bench.perform(done))
                .hasMessageContaining("1 things of the carry-over list are open: audit policy STOCK_NIGHT (")
                .hasMessageContaining("ONLY TOPLEVEL; at the target: CREATE AUDIT POLICY STOCK_NIGHT");
        String condition =
                "update AUDIT_UNIFIED_POLICIES set audit_only_toplevel = 'YES', condition_eval_opt = '%s' where"
                        + " policy_name = 'STOCK_NIGHT'";
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", condition.formatted("SESSION"));
        assertThatThrownBy(() -> bench.perform(done))
                .hasMessageContaining("at the target: CREATE AUDIT POLICY STOCK_NIGHT ACTIONS DELETE ON STOCK.ORDERS")
                .hasMessageContaining("EVALUATE PER SESSION ONLY TOPLEVEL");
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", condition.formatted("STATEMENT"));
        bench.outputs.put("around-done", bench.perform(done));
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "delete from AUDIT_UNIFIED_ENABLED_POLICIES where entity_name = 'STOCK_APP'");
        assertThatThrownBy(() -> bench.perform(done))
                .hasMessageContaining(
                        "1 things of the carry-over list are open: enabled audit policy STOCK_NIGHT BY USERS WITH"
                                + " GRANTED ROLES STOCK_APP");
    }

    /** They come with their tables; the code that they call, when it is SYS's, does not, and no error tells it. */
    @Test
    @Examines(value = Kindness.NO_FINE_GRAINED_AUDIT, red = "what is audited by columns")
    void fineGrainedPoliciesCrossWithTheirColumnsAndTheCodeThatTheyCallIsAPersons() throws Exception {
        bench = new MigrationBench(root, "audited-finely");
        bench.runTo("around");
        assertThat(bench.outputs.get("around").get("entries"))
                .asString()
                .as("what is audited by columns")
                .contains(
                        "fine grained policy SHOP.CUSTOMERS CREDIT_SEEN (EXECUTE DBMS_FGA.ADD_POLICY(object_schema => 'SHOP',"
                                + " object_name => 'CUSTOMERS', policy_name => 'CREDIT_SEEN', audit_condition => 'CREDIT > 1000',"
                                + " audit_column => 'CREDIT,NAME', handler_schema => 'SYS', handler_module => 'TELL_AUDITOR',"
                                + " enable => TRUE, statement_types => 'SELECT,UPDATE', audit_column_opts =>"
                                + " DBMS_FGA.ALL_COLUMNS, audit_trail => DBMS_FGA.DB + DBMS_FGA.EXTENDED) as SYS): comes with the"
                                + " export, open",
                        "fine grained policy STOCK.ORDERS ORDERS_GONE (");
        assertThat(bench.outputs.get("around").get("left"))
                .asString()
                .contains("audit handler SYS.TELL_AUDITOR (called by fine-grained policy STOCK.CUSTOMERS CREDIT_SEEN")
                .doesNotContain("fine grained policy S");
        bench.runTo("import");
        assertThatThrownBy(() -> bench.runTo("around-done"))
                .hasMessageContaining("things of the carry-over list are open");
        StepCall done = leaving(
                bench.call("around-done", 2),
                List.of(
                        "audit policy SHOP_NIGHT: no longer wanted",
                        "audit policy STOCK_NIGHT: no longer wanted",
                        "enabled audit policy SHOP_NIGHT BY USERS WITH GRANTED ROLES SHOP_APP: no longer wanted",
                        "enabled audit policy STOCK_NIGHT BY USERS WITH GRANTED ROLES STOCK_APP: no longer wanted"));
        assertThatThrownBy(() -> bench.perform(done))
                .hasMessageContaining(
                        "2 things of the carry-over list are open: system object SYS PROCEDURE TELL_AUDITOR")
                .hasMessageContaining("audit handler SYS.TELL_AUDITOR");
        // Somebody makes it at the target too.
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "insert into DBA_OBJECTS (owner, object_name, object_type, status, oracle_maintained) values ('SYS',"
                        + " 'TELL_AUDITOR', 'PROCEDURE', 'VALID', 'N')");
        bench.outputs.put("around-done", bench.perform(done));
        assertThat(bench.outputs.get("around-done").get("entries"))
                .asString()
                .contains("audit_trail => DBMS_FGA.DB + DBMS_FGA.EXTENDED) as SYS): comes with the export, done");
        bench.runTo("dictionary");

        // They come with the load of a rehearsal too: what it lost or changed is a difference there as well.
        for (String loss : List.of(
                "delete from DBA_AUDIT_POLICY_COLUMNS where object_schema = 'SHOP' and policy_column = 'NAME'",
                "update DBA_AUDIT_POLICIES set enabled = 'NO' where policy_name = 'CREDIT_SEEN' and object_schema = 'STOCK'",
                "delete from DBA_AUDIT_POLICIES where policy_name = 'ORDERS_GONE' and object_schema = 'SHOP'",
                "update DBA_AUDIT_POLICIES set policy_owner = 'SYSTEM' where policy_name = 'ORDERS_GONE' and object_schema ="
                        + " 'STOCK'")) {
            bench.oracle.disturb(MigrationBench.TARGET, "CRM", loss);
        }
        assertThatThrownBy(() -> bench.perform(bench.call("dictionary", 1)))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("differs in 4 places")
                .hasMessageContaining("V09 fine grained policy STOCK.ORDERS ORDERS_GONE: source ")
                .hasMessageContaining(") as SYSTEM")
                .hasMessageContaining(
                        "V09 fine grained policy SHOP.CUSTOMERS CREDIT_SEEN: source EXECUTE DBMS_FGA.ADD_POLICY(")
                .hasMessageContaining("audit_column => 'CREDIT', handler_schema")
                .hasMessageContaining("V09 fine grained policy STOCK.CUSTOMERS CREDIT_SEEN")
                .hasMessageContaining(
                        "V09 fine grained policy SHOP.ORDERS ORDERS_GONE: source EXECUTE DBMS_FGA.ADD_POLICY(");
    }

    /** Its views are other ones, and before 12.1 there is no policy. */
    @Test
    void ofAnOldReleaseOptionsAreAPersonsAndPoliciesThereAreNone() throws Exception {
        bench = new MigrationBench(
                root, MigrationBench.of(MigrationBench.spec("audited"), "ORDERS", "11.2.0.4.0"), "SYS");
        bench.fact("inventory.oracle_version", "11.2.0.4");
        bench.runTo("around");
        assertThat(bench.outputs.get("around").get("left"))
                .asString()
                .contains("audit options of STOCK_WEB", "audited object SHOP.ORDERS")
                .doesNotContain("audit policy");
    }

    /** The view of 12.1 says it in other words; the entry is the same. */
    @Test
    void ofAReleaseWithoutRolesInItsViewPoliciesAreTheSame() throws Exception {
        bench = new MigrationBench(
                root, MigrationBench.of(MigrationBench.spec("audited"), "ORDERS", "12.1.0.2.0"), "SYS");
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            assertThat(source.query("audit-enabled-policies-12"))
                    .extracting(row ->
                            row.text("POLICY_NAME") + " " + row.text("ENABLED_OPTION") + " " + row.text("ENTITY_NAME"))
                    .contains("SHOP_CREDIT EXCEPT USER SHOP_WEB", "ORA_ACCOUNT_MGMT BY USER SHOP_AUDIT");
        }
    }

    @Test
    void whoTypesItBeforeAccountsAreThereIsRefused() throws Exception {
        bench = new MigrationBench(root, "audited");
        bench.runTo("around");
        type(bench.outputs.get("around").get("left"));
        assertThat(bench.perform(bench.call("around", 2)).get("left"))
                .asString()
                .contains("audit options of SHOP_WEB", "audited object SHOP.ORDERS", "audit policy SHOP_CREDIT");
        assertThatThrownBy(() -> bench.oracle.sysdba(MigrationBench.TARGET, "CRM", "AUDIT NOTHING"))
                .hasMessageContaining("ORA-00900");
    }
}
