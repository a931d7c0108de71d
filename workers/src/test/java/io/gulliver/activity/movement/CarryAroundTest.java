package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.lab.people.SimulatedPeople;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What lies around the schemas is made before the load, or listed until a person has done it or left it behind. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class CarryAroundTest {
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

    @Test
    @Examines(value = Kindness.NOTHING_AROUND_SCHEMAS, red = "contexts of applications")
    void whatLiesAroundTheSchemasIsMadeOrListedUntilItIsDoneOrLeftBehind() throws Exception {
        bench = new MigrationBench(root, "scheduler-job", "job-class", "surroundings");
        assertThat(bench.oracle.people(MigrationBench.SOURCE, "orders"))
                .as("contexts of applications")
                .contains(
                        "context SHOP_SESSION SHOP.BILLING ACCESSED LOCALLY",
                        "context SHOP_SHARED SHOP.BILLING ACCESSED GLOBALLY");
        bench.runTo("import");

        assertThat(bench.outputs.get("import").get("findings"))
                .as("the class of the jobs was there before the load")
                .isEqualTo(List.of());
        assertThat(bench.outputs.get("around").get("left"))
                .asString()
                .contains("credential SHOP.MAIL (as mailer: its password is asked of a person): a person's, open")
                .contains("resource plan SYS RESOURCE PLAN SHOP_DAY: a person's, open")
                .contains("system trigger SYS TRIGGER SHOP_LOG_ON: a person's, open")
                .contains("system object SYSTEM TABLE SHOP_KEPT: a person's, open")
                .doesNotContain("context ", "directory ", "job class ");
        assertThat(bench.outputs.get("around").get("entries"))
                .asString()
                .contains("context SHOP_SHARED (by SHOP.BILLING, ACCESSED GLOBALLY): made by a step, done")
                .contains("directory SHOP_FEEDS (/data/feeds/SHOP): made by a step, done")
                .contains("job class NIGHT: made by a step, done")
                .doesNotContain("DATA_PUMP_DIR", "DBMS_CRYPTO");
        assertThat(bench.context.evidence.get("carry-over.txt")).contains("job class NIGHT");

        assertThatThrownBy(() -> bench.runTo("around-done")).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(e.failure().message()).contains("8 things").contains("credential STOCK.MAIL");
        });
        // A person makes one, and leaves the others behind, each with its reason but one.
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "insert into DBA_CREDENTIALS (owner, credential_name, username) values ('SHOP', 'MAIL', 'mailer')");
        List<String> leftBehind = new ArrayList<>(List.of(
                "credential STOCK.MAIL: mails go by the hub",
                "resource plan SYS RESOURCE PLAN SHOP_DAY: of the old server",
                "resource plan SYS RESOURCE PLAN STOCK_DAY: of the old server",
                "system trigger SYS TRIGGER SHOP_LOG_ON: of an audit that ended",
                "system trigger SYS TRIGGER STOCK_LOG_ON: of an audit that ended",
                "system object SYSTEM TABLE SHOP_KEPT: a copy of somebody who left",
                "system object SYSTEM TABLE STOCK_KEPT"));
        StepCall again = bench.call("around-done", 2);
        assertThatThrownBy(() -> bench.perform(leaving(again, leftBehind)))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining(
                        "1 things of the carry-over list are open: system object SYSTEM TABLE STOCK_KEPT");
        leftBehind.set(6, leftBehind.get(6) + ": the same");
        assertThat(bench.perform(leaving(again, leftBehind)).get("entries"))
                .asString()
                .contains("credential SHOP.MAIL (as mailer: its password is asked of a person): a person's, done")
                .contains("left behind, accepted: mails go by the hub");
    }

    /** The list is words for people: those of the lab must read in it all that is to be typed, and nothing else. */
    @Test
    void peopleOfTheLabTypeWhatTheListSays() throws Exception {
        bench = new MigrationBench(root, "audited", "network-acl");
        bench.runTo("accounts-ready");
        StepCall around = bench.call("around", 1);
        Map<String, Object> told = bench.perform(around);
        bench.outputs.put("around", Map.of("entries", List.of(), "left", List.of(), "warned", List.of()));
        bench.outputs.put("around-by-hand", Map.of());
        List<String> statements =
                SimulatedPeople.statements(told.get("entries") + "\n" + told.get("left") + "\n" + told.get("warned"));
        assertThat(statements)
                .contains(
                        "GRANT EXECUTE ON SYS.DBMS_LOCK TO PUBLIC",
                        "REVOKE EXECUTE ON SYS.UTL_FILE FROM PUBLIC",
                        "AUDIT POLICY SHOP_CREDIT EXCEPT SHOP, SHOP_WEB")
                .anyMatch(statement -> statement.startsWith("EXECUTE DBMS_NETWORK_ACL_ADMIN.APPEND_HOST_ACE("));
        statements.forEach(statement -> bench.oracle.sysdba(MigrationBench.TARGET, "CRM", statement));
        assertThat(bench.oracle.people(MigrationBench.TARGET, "CRM"))
                .contains("right PUBLIC EXECUTE SYS.DBMS_LOCK NO")
                .doesNotContain("right PUBLIC EXECUTE SYS.UTL_FILE NO");
        bench.runBefore("around-done");
        StepCall done = bench.call("around-done", 1);
        assertThatThrownBy(() -> bench.perform(done))
                .as("what names accounts and tables is typed once they are there")
                .hasMessageContaining("open")
                .hasMessageNotContaining("public right");
        statements.forEach(statement -> bench.oracle.sysdba(MigrationBench.TARGET, "CRM", statement));
        assertThat(SimulatedPeople.statements(String.valueOf(bench.perform(done).get("entries"))))
                .as("nothing is left to type")
                .isEmpty();
    }

    /** Neither what somebody gave to PUBLIC nor what was taken to harden the source crosses; nothing is given in silence. */
    @Test
    @Examines(value = Kindness.PUBLIC_IS_AS_SHIPPED, red = "what everybody may at the source")
    void whatEverybodyMayOnObjectsOfSysIsAPersonsAndWhatWasTakenIsAWarning() throws Exception {
        bench = new MigrationBench(root);
        assertThat(bench.oracle.people(MigrationBench.SOURCE, "orders"))
                .as("what everybody may at the source")
                .contains("right PUBLIC EXECUTE SYS.DBMS_LOCK NO")
                .doesNotContain("right PUBLIC EXECUTE SYS.UTL_FILE NO");
        bench.runTo("accounts-ready");
        // An object that the target alone has, and one of a release that is gone.
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "insert into DBA_TAB_PRIVS (grantee, owner, table_name, privilege, grantable) values ('PUBLIC', 'SYS',"
                        + " 'OF_AN_OLD_RELEASE', 'EXECUTE', 'NO')");
        StepCall around = bench.call("around", 1);
        Map<String, Object> told = bench.perform(around);
        assertThat(told.get("left"))
                .isEqualTo(List.of("public right EXECUTE ON SYS.DBMS_LOCK (GRANT EXECUTE ON SYS.DBMS_LOCK TO PUBLIC): a"
                        + " person's, open"));
        assertThat(told.get("warned"))
                .isEqualTo(List.of("public right more EXECUTE ON SYS.UTL_FILE (the source has it not: REVOKE EXECUTE ON"
                        + " SYS.UTL_FILE FROM PUBLIC): a warning, open"));
        assertThat(bench.oracle.people(MigrationBench.TARGET, "CRM"))
                .contains("right PUBLIC EXECUTE SYS.UTL_FILE NO")
                .doesNotContain("right PUBLIC EXECUTE SYS.DBMS_LOCK NO");
        // Left behind, it is open no longer; a warning stops nobody.
        String reason = "public right EXECUTE ON SYS.DBMS_LOCK: who needs it has it by name";
        assertThat(bench.perform(leaving(around, List.of(reason)))).containsEntry("left", List.of());

        bench.outputs.put("around", Map.of("entries", List.of(), "left", List.of(), "warned", List.of()));
        bench.outputs.put("around-by-hand", Map.of());
        bench.runBefore("around-done");
        StepCall done = bench.call("around-done", 1);
        assertThatThrownBy(() -> bench.perform(done)).hasMessageContaining("public right EXECUTE ON SYS.DBMS_LOCK");
        bench.outputs.put("around-done", bench.perform(leaving(done, List.of(reason))));
        assertThatThrownBy(() -> bench.runTo("dictionary"))
                .hasMessageContaining(
                        "differs in 1 places: V09 rights of PUBLIC EXECUTE ON SYS.DBMS_LOCK: source granted,"
                                + " target missing");
        StepCall dictionary = bench.call("dictionary", 2);
        assertThat(bench.perform(leaving(dictionary, List.of(reason))))
                .containsEntry("differences", 0)
                .containsEntry("explained", 2);
        assertThat(bench.context.evidence.get("dictionary.json"))
                .contains("REVOKE EXECUTE ON SYS.UTL_FILE FROM PUBLIC");
        bench.publicRights(told);
        assertThat(bench.perform(bench.call("dictionary", 3)))
                .containsEntry("differences", 0)
                .containsEntry("explained", 0);
    }

    /** Lists of 11 are of another form than those of 12.1, and 10.2 has none. */
    @ParameterizedTest
    @CsvSource({"10.2.0.5.0", "11.2.0.4.0"})
    void whoReachesTheNetworkFromAnOldReleaseIsOpenUntilTheTargetLetsHim(String release) throws Exception {
        LabDatabaseSpec now = MigrationBench.spec("network-acl", "surroundings");
        LabDatabaseSpec spec = new LabDatabaseSpec(
                now.system(),
                now.host(),
                now.name(),
                now.service(),
                release,
                now.enterprise(),
                now.kind(),
                now.characterSet(),
                now.nationalCharacterSet(),
                now.blockSize(),
                now.archiveLog(),
                now.timeZoneVersion(),
                now.sizeGb(),
                now.seed(),
                now.schemas(),
                now.tables(),
                now.rows(),
                now.features(),
                now.parameters(),
                now.accounts());
        bench = new MigrationBench(root, spec, "SYS");
        bench.fact("inventory.oracle_version", release.substring(0, 8));
        // Of 10.2 the host says where the home is, by whose SQL*Plus its steps speak.
        MigrationBench.startsAtBoot(bench.source, "ORDERS");
        bench.runTo("accounts-ready");
        boolean lists = release.startsWith("11");
        String right = "network right SHOP CONNECT smtp.lilliput.example:25-25";
        String call =
                "EXECUTE DBMS_NETWORK_ACL_ADMIN.APPEND_HOST_ACE(host => 'smtp.lilliput.example', lower_port => 25,"
                        + " upper_port => 25, ace => xs$ace_type(privilege_list => xs$name_list('connect'), principal_name => 'SHOP',"
                        + " principal_type => xs_acl.ptype_db))";
        String open =
                lists ? right + " (" + call + "): a person's, open" : "network caller SHOP (its code calls UTL_SMTP";
        StepCall around = bench.call("around", 1);
        Map<String, Object> told = bench.perform(around);
        assertThat(told.get("left")).asString().contains(open);
        if (lists) {
            assertThat(told.get("left"))
                    .asString()
                    .contains("credential SHOP.MAIL (as mailer: its password is asked of a person): a person's, open");
        }
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "insert into DBA_USERS (username, oracle_maintained) values ('SHOP', 'N')");
        bench.oracle.sysdba(MigrationBench.TARGET, "CRM", call);
        assertThat(bench.perform(around).get("left")).asString().doesNotContain(open);
    }

    @Test
    void plansThatAreHeldAndUsersOfThePasswordFileAreOpenUntilTheTargetHasThem() throws Exception {
        bench = new MigrationBench(root, "plan-baselines");
        bench.runTo("accounts-ready");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "insert into V$PWFILE_USERS (username, sysdba) values ('DUTY', 'TRUE')");
        StepCall call = bench.call("around", 1);
        bench.publicRights(bench.perform(call));
        assertThat(bench.perform(call).get("left"))
                .asString()
                .contains("plan baselines of the database (3 plans, by a staging table of DBMS_SPM): a person's, open")
                .contains("password file user DUTY (SYSDBA): a person's, open")
                .doesNotContain("user SYS");
        bench.oracle.disturb(
                MigrationBench.TARGET, "CRM", "insert into V$PWFILE_USERS (username, sysdba) values ('DUTY', 'TRUE')");
        try (var source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            for (var plan : source.query("plan-baselines")) {
                bench.oracle.disturb(
                        MigrationBench.TARGET,
                        "CRM",
                        "insert into LAB$JOBS (owner_name, job_name, request, progress) values ('PLAN BASELINE', '"
                                + plan.text("SQL_HANDLE") + "', '" + plan.text("PLAN_NAME") + "', '')");
            }
        }
        assertThat(bench.perform(call).get("left")).isEqualTo(List.of());
    }

    @Test
    void anUndoDropsWhatTheStepMadeAndNothingElse() throws Exception {
        bench = new MigrationBench(root, "scheduler-job", "job-class", "surroundings");
        bench.runTo("tablespaces");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "insert into DBA_CONTEXT (namespace, schema, package) values ('SHOP_SHARED', 'SHOP', 'OTHER')");
        bench.runTo("around");
        StepCall call = bench.call("around", 1);
        assertThat(bench.perform(call).get("left")).asString().doesNotContain("job class");
        bench.action(call).undo(MigrationBench.with(call, Operation.UNDO, null, 0), bench.context);
        try (var target = bench.open(MigrationBench.TARGET, "CRM", "sys")) {
            assertThat(target.query("contexts", Map.of("owners", ",SHOP,STOCK,")))
                    .extracting(row -> row.text("NAMESPACE"))
                    .containsExactly("SHOP_SHARED");
            assertThat(target.query("all-job-classes"))
                    .extracting(row -> row.text("JOB_CLASS_NAME"))
                    .containsExactly("DEFAULT_JOB_CLASS");
            assertThat(target.query("directories"))
                    .extracting(row -> row.text("DIRECTORY_NAME"))
                    .doesNotContain("SHOP_FEEDS");
        }
        bench.action(call).undo(MigrationBench.with(call, Operation.UNDO, null, 0), bench.context);
    }

    /** Nobody can tell from a dictionary what the files that it protects are worth: a person decides. */
    @Test
    void anAccessListOfTheXmlRepositoryIsAPersonsUntilTheTargetHasIt() throws Exception {
        bench = new MigrationBench(root, "xml-acl");
        bench.runTo("around");
        assertThat(bench.outputs.get("around").get("left"))
                .asString()
                .contains(
                        "xml db acl /sys/acls/orders_inbox.xml (protects files and folders of the repository of XML DB",
                        "; it says <acl description=\"orders_inbox\" xmlns=\"http://xmlns.oracle.com/xdb/acl.xsd\"> <ace>"
                                + "<grant>true</grant><principal>SHOP_WEB</principal><privilege><all/></privilege></ace> </acl>")
                .doesNotContain("all_all_acl", "bootstrap_acl");
        // Where one of them may not be read, as here by nobody, their paths still tell that they are there.
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "delete from DBA_TAB_PRIVS where table_name = 'DBMS_LOB' and grantee = 'PUBLIC'");
        assertThat(bench.perform(bench.call("around", 1)).get("left"))
                .asString()
                .contains("xml db acl /sys/acls/orders_inbox.xml (protects")
                .doesNotContain("it says");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "insert into RESOURCE_VIEW (any_path) values ('/sys/acls/orders_inbox.xml')");
        assertThat(bench.perform(bench.call("around", 2)).get("left"))
                .asString()
                .doesNotContain("orders_inbox");
    }
}
