package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who exists and who may do what is the same on both sides, as the lab itself reads it. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class PeopleCrossTest {
    @TempDir
    Path root;

    MigrationBench bench;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private List<String> source() {
        return bench.oracle.people(MigrationBench.SOURCE, "orders", "MOVER", "GULLIVER_ADM");
    }

    private List<String> target() {
        return bench.oracle.people(MigrationBench.TARGET, "CRM", "MOVER", "GULLIVER_ADM");
    }

    private List<String> target(String... beginnings) {
        Predicate<String> wanted = line -> List.of(beginnings).stream().anyMatch(line::startsWith);
        return target().stream().filter(wanted).toList();
    }

    @Test
    @Examines(value = Kindness.ONLY_OWNERS_EXIST, red = "accounts that own nothing")
    void accountsThatOwnNothingCrossWithTheirRolesProfilesAndTablespaces() throws Exception {
        bench = new MigrationBench(root);
        assertThat(source())
                .as("accounts that own nothing, and what they live by")
                .contains("role SHOP_APP NO", "privilege SHOP_APP CREATE VIEW YES", "member SHOP_APP SHOP_READ NO YES")
                .contains("profile APP_LOGIN FAILED_LOGIN_ATTEMPTS 5", "member SHOP_AUDIT SHOP_READ NO NO")
                .anyMatch(line -> line.startsWith("account SHOP_WEB OPEN APP_LOGIN LOGIN_DATA TEMP_APP PASSWORD "))
                .anyMatch(line -> line.startsWith("account SHOP_AUDIT LOCKED APP_LOGIN "));

        bench.runTo("dictionary");

        assertThat(target()).isEqualTo(source());
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        assertThat(bench.outputs.get("accounts").get("left"))
                .as("a quota on a tablespace that was dropped wants none")
                .isEqualTo(List.of());
        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "sys")) {
            assertThat(target.query("role-grants"))
                    .extracting(row -> row.text("GRANTEE") + " " + row.text("GRANTED_ROLE"))
                    .as("who makes a role does not keep it")
                    .contains("SHOP_APP SHOP_READ")
                    .doesNotContain("SYS SHOP_READ", "SYS SHOP_APP");
        }
    }

    @Test
    @Examines(value = Kindness.DICTIONARY_IS_OPEN, red = "whoever has no role of the catalogue")
    void whoeverHasNoRoleOfTheCatalogueFindsNoView() throws Exception {
        bench = new MigrationBench(root);
        try (OracleClient client = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            bench.oracle.disturb(
                    MigrationBench.SOURCE, "orders", "delete from DBA_ROLE_PRIVS where grantee = 'GULLIVER_ADM'");
            assertThat(catchThrowable(() -> client.query("profiles")))
                    .as("whoever has no role of the catalogue")
                    .isNotNull()
                    .hasMessageContaining("ORA-00942");
        }
    }

    @Test
    @Examines(value = Kindness.DATA_PUMP_WANTS_NO_ROLE, red = "an export without the role")
    void nobodyExportsSchemasOfOthersWithoutTheRole() throws Exception {
        bench = new MigrationBench(root);
        bench.runBefore("export");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "delete from DBA_ROLE_PRIVS where granted_role = 'DATAPUMP_EXP_FULL_DATABASE'");
        assertThat(catchThrowable(() -> bench.runTo("export")))
                .as("an export without the role")
                .isNotNull()
                .hasMessageContaining("ORA-31631");
    }

    @Test
    @Examines(value = Kindness.ROLES_COST_NOTHING, red = "who makes a role")
    void whoMakesARoleHasIt() throws Exception {
        bench = new MigrationBench(root);
        try (OracleClient client = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            client.execute("create-role", Map.of("role", "TEAM_NEW"));
            assertThat(client.query("role-grants"))
                    .extracting(row ->
                            row.text("GRANTEE") + " " + row.text("GRANTED_ROLE") + " " + row.text("ADMIN_OPTION"))
                    .as("who makes a role")
                    .contains("GULLIVER_ADM TEAM_NEW YES");
        }
    }

    @Test
    @Examines(value = Kindness.ROLES_COST_NOTHING, red = "149 roles")
    void nobodyLogsOnWithMoreThan148Roles() throws Exception {
        bench = new MigrationBench(root, "roles:149");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "insert into DBA_ROLE_PRIVS (grantee, granted_role, admin_option, default_role) select 'GULLIVER_ADM', role,"
                        + " 'YES', 'YES' from DBA_ROLES where role like 'TEAM%'");
        assertThat(catchThrowable(() -> bench.open(MigrationBench.SOURCE, "orders", "orders")))
                .as("149 roles")
                .isNotNull()
                .hasMessageContaining("ORA-28031");
    }

    /** No statement makes LOCKED(TIMED) or a time of grace; the one opens itself, in the other one logs on still. */
    @Test
    @Examines(value = Kindness.STATES_OF_ACCOUNTS_CROSS, red = "what no statement makes")
    void anAccountThatFailedLogonsLockedIsLockedByTheFenceAndOpenAfterTheOpening() throws Exception {
        bench = new MigrationBench(root);
        for (String[] state :
                new String[][] {{"SHOP_WEB", "LOCKED(TIMED)"}, {"STOCK_WEB", "EXPIRED(GRACE) & LOCKED(TIMED)"}}) {
            bench.oracle.disturb(
                    MigrationBench.SOURCE,
                    "orders",
                    "update DBA_USERS set account_status = '" + state[1] + "' where username = '" + state[0] + "'");
        }
        bench.runTo("dictionary");
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        assertThat(bench.oracle.fence(MigrationBench.SOURCE, "orders"))
                .contains("account SHOP_WEB LOCKED", "account STOCK_WEB EXPIRED(GRACE) & LOCKED");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "update DBA_USERS set account_status = 'EXPIRED & LOCKED' where username = 'SHOP_WEB'");
        StepCall again = bench.call("dictionary", 2);
        assertThatThrownBy(() -> bench.perform(again))
                .hasMessageContaining(
                        "differs in 1 places: V13 account SHOP_WEB: source LOCKED, target EXPIRED & LOCKED");
        Map<String, Object> approved = new TreeMap<>(again.inputs());
        approved.put("approved", List.of("SHOP_WEB"));
        assertThat(bench.perform(MigrationBench.with(again, approved))).containsEntry("differences", 0);
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "update DBA_USERS set account_status = 'LOCKED' where username = 'SHOP_WEB'");
        bench.runTo("jobs");
        assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM"))
                .as("what no statement makes")
                .contains("account SHOP_WEB OPEN", "account STOCK_WEB OPEN", "account STOCK_AUDIT LOCKED");
    }

    @Test
    @Examines(value = Kindness.PUBLIC_SYNONYMS_TRAVEL, red = "public synonyms that an import by schema brings")
    void publicSynonymsStayBehindAndAreMadeAfterTheLoad() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("import");
        assertThat(target("synonym PUBLIC."))
                .as("public synonyms that an import by schema brings")
                .isEmpty();

        bench.runTo("rights");
        assertThat(target("synonym PUBLIC."))
                .contains("synonym PUBLIC.SHOP_ORDERS SHOP.ORDERS", "synonym PUBLIC.STOCK_ORDERS STOCK.ORDERS");

        StepCall rights = bench.call("rights", 1);
        bench.action(rights).undo(MigrationBench.with(rights, Operation.UNDO, null, 0), bench.context);
        assertThat(target("synonym PUBLIC.")).isEmpty();
    }

    /** A synonym over a link may name no owner, and one of an object of SYS names nobody that crosses. */
    @Test
    @Examines(value = Kindness.SYNONYMS_STAY_IN_THE_SCHEMAS, red = "public synonyms of others' objects")
    void publicSynonymsOverLinksAndOfObjectsOfSysAreMadeAndCompared() throws Exception {
        bench = new MigrationBench(root);
        String[] others = {
            "synonym PUBLIC.LOCKS SYS.DBMS_LOCK",
            "synonym PUBLIC.MASTER_CUSTOMERS CUSTOMERS@MASTER_DATA",
            "synonym PUBLIC.MASTER_PRICES PRICING.PRICES@MASTER_DATA"
        };
        assertThat(source()).as("public synonyms of others' objects").contains(others);
        bench.runTo("dictionary");
        assertThat(target("synonym PUBLIC.")).contains(others);
        assertThat(target()).isEqualTo(source());

        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "delete from DBA_SYNONYMS where synonym_name in ('LOCKS', 'MASTER_PRICES')");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "update DBA_SYNONYMS set db_link = 'OTHER' where synonym_name = 'MASTER_CUSTOMERS'");
        assertThatThrownBy(() -> bench.perform(bench.call("dictionary", 2)))
                .hasMessageContaining("differs in 3 places")
                .hasMessageContaining("V09 synonyms PUBLIC.LOCKS: source SYS.DBMS_LOCK, target missing")
                .hasMessageContaining("V09 synonyms PUBLIC.MASTER_CUSTOMERS: source CUSTOMERS@MASTER_DATA, target"
                        + " CUSTOMERS@OTHER")
                .hasMessageContaining("V09 synonyms PUBLIC.MASTER_PRICES");
    }

    /** They name nobody who crosses, and a count of objects does not tell one that stands for another thing now. */
    @Test
    void privateSynonymsOverLinksAreCompared() throws Exception {
        bench = new MigrationBench(root);
        assertThat(source())
                .contains(
                        "synonym SHOP.FAR_CUSTOMERS CUSTOMERS@MASTER_DATA",
                        "synonym STOCK.FAR_PRICES PRICING.PRICES@MASTER_DATA");
        bench.runTo("dictionary");
        assertThat(target()).isEqualTo(source());
        for (String change : List.of(
                "update DBA_SYNONYMS set db_link = 'OTHER' where owner = 'SHOP' and synonym_name = 'FAR_CUSTOMERS'",
                "update DBA_SYNONYMS set table_owner = null where owner = 'STOCK' and synonym_name = 'FAR_PRICES'")) {
            bench.oracle.disturb(MigrationBench.TARGET, "CRM", change);
        }
        assertThatThrownBy(() -> bench.perform(bench.call("dictionary", 2)))
                .hasMessageContaining("differs in 2 places")
                .hasMessageContaining(
                        "V09 synonyms SHOP.FAR_CUSTOMERS: source CUSTOMERS@MASTER_DATA, target CUSTOMERS@OTHER")
                .hasMessageContaining(
                        "V09 synonyms STOCK.FAR_PRICES: source PRICING.PRICES@MASTER_DATA, target PRICES@MASTER_DATA");
    }

    /** What a password or a directory is asked for, no step gives; it is a person's, by its statement. */
    @Test
    @Examines(value = Kindness.PROXIES_CROSS, red = "who may connect as whom")
    void whoMayConnectAsWhomIsGivenAfterTheLoadAndCompared() throws Exception {
        bench = new MigrationBench(root, "proxy");
        assertThat(source())
                .as("who may connect as whom")
                .contains(
                        "proxy APP_PROXY SHOP NO PROXY MAY ACTIVATE ALL CLIENT ROLES",
                        "proxy SHOP_WEB SHOP NO NO CLIENT ROLES MAY BE ACTIVATED",
                        "proxy SHOP_AUDIT SHOP_WEB NO PROXY MAY ACTIVATE ROLE SHOP_APP");
        bench.runTo("around");
        assertThat(bench.outputs.get("around").get("entries"))
                .asString()
                .contains(
                        "proxy SHOP_WEB AS SHOP (ALTER USER SHOP GRANT CONNECT THROUGH SHOP_WEB WITH NO ROLES): made by a"
                                + " step, open");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "insert into DBA_PROXIES (proxy, client, authorization_constraint, role) values ('SHOP_AUDIT', 'SHOP_WEB',"
                        + " 'PROXY MAY ACTIVATE ROLE', 'SHOP_READ')");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "update DBA_PROXIES set authorization_constraint = 'PROXY MAY NOT ACTIVATE ROLE' where client = 'STOCK_WEB'");
        bench.runTo("import");
        assertThat(target("proxy ")).as("no export has it").isEmpty();
        bench.runTo("around-done");
        assertThat(bench.outputs.get("around-done").get("entries"))
                .asString()
                .contains(
                        "proxy APP_PROXY AS SHOP (ALTER USER SHOP GRANT CONNECT THROUGH APP_PROXY): made by a step, done");
        bench.runTo("dictionary");
        assertThat(target()).isEqualTo(source());
        assertThat(target("proxy "))
                .contains(
                        "proxy SHOP_AUDIT SHOP_WEB NO PROXY MAY ACTIVATE ROLE SHOP_READ",
                        "proxy STOCK_AUDIT STOCK_WEB NO PROXY MAY NOT ACTIVATE ROLE STOCK_APP");

        for (String loss : List.of(
                "delete from DBA_PROXIES where client = 'SHOP' and proxy = 'SHOP_WEB'",
                "delete from DBA_PROXIES where role = 'SHOP_READ'",
                "insert into DBA_PROXIES (proxy, client) values ('STOCK_WEB', 'SHOP')")) {
            bench.oracle.disturb(MigrationBench.TARGET, "CRM", loss);
        }
        assertThatThrownBy(() -> bench.perform(bench.call("dictionary", 2)))
                .hasMessageContaining("differs in 3 places")
                .hasMessageContaining("V09 proxies SHOP_WEB AS SHOP: source no roles, target missing")
                .hasMessageContaining(
                        "V09 proxies SHOP_AUDIT AS SHOP_WEB: source roles SHOP_APP, SHOP_READ, target roles"
                                + " SHOP_APP")
                .hasMessageContaining("V09 proxies STOCK_WEB AS SHOP: source missing, target all roles");
    }

    @Test
    void aProxyThatHasToSayThePasswordIsAPersons() throws Exception {
        bench = new MigrationBench(root);
        bench.oracle.disturb(
                MigrationBench.SOURCE, "orders", "update DBA_PROXIES set authentication = 'YES' where client = 'SHOP'");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "insert into DBA_PROXIES (proxy, client, proxy_authority) values ('STAFF', 'STOCK', 'DIRECTORY')");
        bench.runTo("around");
        assertThat(bench.outputs.get("around").get("left"))
                .asString()
                .contains("other proxy SHOP_WEB AS SHOP (ALTER USER SHOP GRANT CONNECT THROUGH SHOP_WEB WITH NO ROLES"
                        + " AUTHENTICATION REQUIRED): a person's, open")
                .contains(
                        "other proxy STAFF AS STOCK (given by the directory, which is set up by a person): a person's,"
                                + " open");
        assertThatThrownBy(() -> bench.runTo("around-done"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("2 things of the carry-over list are open")
                .hasMessageContaining("other proxy STAFF AS STOCK");
    }

    @Test
    @Examines(value = Kindness.NO_RIGHTS_ON_OBJECTS, red = "rights on objects that their owner granted")
    void rightsThatTheOwnerGrantedTravelAndThoseThatWerePassedOnFollow() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("import");
        assertThat(target("right "))
                .as("rights on objects that their owner granted")
                .contains("right PUBLIC SELECT SHOP.ORDERS NO", "right SHOP_READ SELECT SHOP.EVENT_LOG NO")
                .contains("right SHOP_AUDIT SELECT SHOP.CUSTOMERS YES", "right SHOP REFERENCES STOCK.CUSTOMERS NO")
                .doesNotContain("right SHOP_WEB SELECT SHOP.CUSTOMERS NO");

        bench.runTo("rights");
        assertThat(target("right ")).contains("right SHOP_WEB SELECT SHOP.CUSTOMERS NO");
    }

    /** A right on an account is given ON USER; on what the target no longer has nobody can give any. */
    @Test
    void rightsOnAccountsAreGivenAndThoseOnWhatIsNotThereAreToldApart() throws Exception {
        bench = new MigrationBench(root, MigrationBench.spec("sys-grants"), "SYS", "data-pump");
        bench.runTo("rights");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "insert into DBA_TAB_PRIVS (grantee, owner, table_name, privilege, grantable) values ('SHOP', 'SYS',"
                        + " 'DBMS_CDC_SUBSCRIBE', 'EXECUTE', 'NO')");
        assertThatThrownBy(() -> bench.runTo("grants-given")).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().message())
                    .endsWith("1 rights of the source cannot be given, for what they are on is not there: EXECUTE on"
                            + " SYS.DBMS_CDC_SUBSCRIBE to SHOP.");
            assertThat(e.failure().advice()).contains("OWNER.OBJECT").doesNotContain("run these statements");
        });
        assertThat(bench.outputs.get("grants").get("left"))
                .as("no statement that would fail is asked of a person")
                .isEqualTo(List.of());
        assertThat(target("right SHOP INHERIT")).containsExactly("right SHOP INHERIT PRIVILEGES SYS.SHOP_WEB NO");

        for (String name : List.of("SYS.DBMS_CDC_SUBSCRIBE", "DBMS_CDC_SUBSCRIBE", "SHOP")) {
            StepCall check = bench.call("grants-given", 2);
            Map<String, Object> approved = new TreeMap<>(check.inputs());
            approved.put("approved", List.of(name));
            assertThat(bench.perform(MigrationBench.with(check, approved))).containsEntry("done", true);
        }
        bench.oracle.disturb(
                MigrationBench.TARGET, "CRM", "delete from DBA_TAB_PRIVS where privilege = 'INHERIT PRIVILEGES'");
        StepCall check = bench.call("grants-given", 2);
        assertThatThrownBy(() -> bench.perform(check))
                .hasMessageContaining("2 rights on SYS objects are still missing that the source has: GRANT INHERIT"
                        + " PRIVILEGES ON USER SHOP_WEB TO SHOP; GRANT INHERIT PRIVILEGES ON USER STOCK_WEB TO STOCK.")
                .hasMessageContaining("EXECUTE on SYS.DBMS_CDC_SUBSCRIBE to SHOP");
        for (String owner : List.of("SHOP", "STOCK")) {
            bench.oracle.sysdba(
                    MigrationBench.TARGET, "CRM", "GRANT INHERIT PRIVILEGES ON USER " + owner + "_WEB TO " + owner);
        }
        Map<String, Object> approved = new TreeMap<>(check.inputs());
        approved.put("approved", List.of("SYS.DBMS_CDC_SUBSCRIBE"));
        assertThat(bench.perform(MigrationBench.with(check, approved))).containsEntry("done", true);
        bench.outputs.put("grants-given", Map.of("done", true));
        bench.runTo("statistics");
        StepCall dictionary = bench.call("dictionary", 1);
        approved = new TreeMap<>(dictionary.inputs());
        approved.put("approved", List.of("SYS.DBMS_CDC_SUBSCRIBE"));
        assertThat(bench.perform(MigrationBench.with(dictionary, approved))).containsEntry("differences", 0);
    }

    @Test
    @Examines(value = Kindness.IMPORT_NEVER_LACKS, red = "what the import lacks")
    void whatTheImportLacksIsNamedForPeopleToDecide() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("transfer");
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", "delete from DBA_ROLES where role = 'SHOP_APP'");
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", "delete from DBA_PROFILES where profile = 'APP_LOGIN'");
        bench.runTo("import");
        assertThat(String.valueOf(bench.outputs.get("import").get("finding")))
                .as("what the import lacks")
                .contains("Object type USER:\"SHOP_WEB\" failed to create")
                .contains("ORA-02380: profile APP_LOGIN does not exist")
                .contains("ORA-01917: user or role 'SHOP_APP' does not exist (2 times)");
    }

    @Test
    void aPasswordFunctionIsAPersonsAndItsTextIsKept() throws Exception {
        bench = new MigrationBench(root, "strict-profile");
        assertThatThrownBy(() -> bench.runTo("accounts-ready")).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(e.failure().message()).contains("CREATE FUNCTION SYS.VERIFY_LILLIPUT");
        });
        assertThat(bench.outputs.get("accounts").get("left")).isEqualTo(List.of("CREATE FUNCTION SYS.VERIFY_LILLIPUT"));
        assertThat(bench.context.evidence.get("password-functions.sql"))
                .startsWith("CREATE OR REPLACE FUNCTION verify_lilliput")
                .contains("RETURN LENGTH(password) >= 12;");

        bench.oracle.sysdba(MigrationBench.TARGET, "CRM", "CREATE FUNCTION SYS.VERIFY_LILLIPUT");
        bench.perform(bench.call("accounts-ready", 2));
        assertThat(target("profile APPLICATION PASSWORD_VERIFY"))
                .containsExactly("profile APPLICATION PASSWORD_VERIFY_FUNCTION VERIFY_LILLIPUT");
    }

    @Test
    void whatWasMadeBeforeIsLeftAloneAndAnUndoDropsWhatTheStepMade() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("tablespaces");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "insert into DBA_ROLES (role, password_required, oracle_maintained) values ('SHOP_READ', 'NO', 'N')");
        bench.runTo("accounts-ready");
        List<String> ready = target();
        assertThat(ready)
                .contains("role SHOP_APP NO", "role SHOP_READ NO", "profile APP_LOGIN FAILED_LOGIN_ATTEMPTS 5");

        StepCall call = bench.call("accounts", 1);
        bench.perform(call);
        assertThat(target()).isEqualTo(ready);
        bench.action(call).undo(MigrationBench.with(call, Operation.UNDO, null, 0), bench.context);
        assertThat(target("role ", "profile APP_LOGIN ")).containsExactly("role SHOP_READ NO");
        bench.action(call).undo(MigrationBench.with(call, Operation.UNDO, null, 0), bench.context);
    }

    @Test
    void whateverIsLostAfterwardsIsNamedByTheComparison() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("statistics");
        for (String loss : List.of(
                "delete from DBA_TAB_PRIVS where grantee = 'PUBLIC' and owner = 'SHOP'",
                "delete from DBA_TAB_PRIVS where grantee = 'SHOP_READ' and table_name = 'ORDERS'",
                "delete from DBA_SYS_PRIVS where grantee = 'SHOP_APP' and privilege = 'CREATE VIEW'",
                "update DBA_ROLE_PRIVS set default_role = 'YES' where grantee = 'SHOP_AUDIT'",
                "update DBA_PROFILES set \"LIMIT\" = '10' where profile = 'APP_LOGIN' and \"LIMIT\" = '200'",
                "update DBA_USERS set profile = 'DEFAULT' where username = 'SHOP_WEB'",
                "delete from DBA_SYNONYMS where synonym_name = 'STOCK_ORDERS'",
                "delete from DBA_USERS where username = 'STOCK_AUDIT'")) {
            bench.oracle.disturb(MigrationBench.TARGET, "CRM", loss);
        }
        assertThatThrownBy(() -> bench.runTo("dictionary"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("V09 rights on objects PUBLIC SELECT SHOP.ORDERS: source granted, target missing")
                .hasMessageContaining("V09 rights on objects SHOP_READ SELECT SHOP.ORDERS")
                .hasMessageContaining("V09 system privileges SHOP_APP CREATE VIEW: source with admin option")
                .hasMessageContaining("V09 roles granted SHOP_AUDIT SHOP_READ: source granted, not by default")
                .hasMessageContaining("V09 profiles APP_LOGIN SESSIONS_PER_USER: source 200, target 10")
                .hasMessageContaining("V09 accounts SHOP_WEB: source profile APP_LOGIN")
                .hasMessageContaining("V09 synonyms PUBLIC.STOCK_ORDERS")
                .hasMessageContaining("V09 accounts STOCK_AUDIT");
    }

    @Test
    void fourHundredAccountsCrossWithEqualRightsRowByRow() throws Exception {
        // Two owners and their four accounts make the rest; so do their roles and profiles.
        bench = new MigrationBench(root, "accounts:394", "roles:116", "profiles:38");
        assertThat(source().stream().filter(line -> line.startsWith("account ")))
                .hasSize(400);
        assertThat(source().stream().filter(line -> line.startsWith("role "))).hasSize(120);
        assertThat(source().stream()
                        .filter(line -> line.startsWith("profile "))
                        .map(line -> line.split(" ")[1])
                        .distinct())
                .hasSize(40);

        bench.runTo("dictionary");

        assertThat(target()).isEqualTo(source());
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
    }

    /** Tables without rows or statistics of their own, and what lies in the recycle bin, are no difference. */
    @Test
    void tablesThatHaveNoRowsOrStatisticsOfTheirOwnAreNoDifference() throws Exception {
        bench = new MigrationBench(root, "odd-objects");
        bench.runTo("content");
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        assertThat(bench.outputs.get("content")).containsEntry("tables_different", 0);

        // What the exclusions do not cover is still seen.
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "update DBA_TABLES set last_analyzed = null where owner = 'SHOP' and table_name = 'ORDERS'");
        assertThatThrownBy(() -> bench.perform(bench.call("dictionary", 2)))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("differs in 1 places: V10 statistics SHOP.ORDERS");
    }
}
