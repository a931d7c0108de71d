package io.gulliver.assessment.crossing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.crossing.CarryOver.Entry;
import io.gulliver.assessment.crossing.CarryOver.Kind;
import io.gulliver.assessment.crossing.CarryOver.State;
import io.gulliver.assessment.crossing.CarryOver.Things;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostFilesTest {
    private static final String SOURCE = """
            ==== gulliver oratab
            ORDERS1:/u01/19c:Y
            ORDERSX:/u01/19c:Y
            ==== gulliver home
            /u01/19c
            ==== gulliver sqlnet
            # SQLNET.OLD = 1
            sqlnet.expire_time = 10
            WALLET_LOCATION =
              (SOURCE = (METHOD = FILE)
                (METHOD_DATA = (DIRECTORY = /etc/wallets/tls)))
            NAMES.DIRECTORY_PATH = (LDAP, TNSNAMES)
            ==== gulliver listener
            SID_LIST_LISTENER =
              (SID_LIST =
                (SID_DESC = (GLOBAL_DBNAME = orders.example)(ORACLE_HOME = /u01/19c)(SID_NAME = ORDERS1))
                (SID_DESC = (GLOBAL_DBNAME = other)(SID_NAME = OTHER)))
            ==== gulliver files
            net ldap.ora /u01/19c/network/admin/ldap.ora
            password-file ORDERS1 /u01/19c/dbs/orapwORDERS1
            wallet WALLET_LOCATION /etc/wallets/tls/cwallet.sso
            ==== gulliver units
            dbstart dbora.service
            ==== gulliver restart
            other AUTOMATIC OTHER
            orders_site1 AUTOMATIC ORDERS1
            """;

    private static Things read(String output, String sid) {
        Things things = new Things();
        HostFiles.read(output, "lilliput", sid, things);
        return things;
    }

    private static List<String> lines(CarryOver list) {
        return list.entries().stream().map(Entry::line).toList();
    }

    @Test
    void eachFileOfTheDatabaseIsAnEntryAndNothingOfItsNeighbours() {
        assertThat(lines(CarryOver.of(read(SOURCE, "orders"), new Things(), List.of())))
                .containsExactly(
                        "sqlnet parameter NAMES.DIRECTORY_PATH ((LDAP, TNSNAMES)): a person's, open",
                        "sqlnet parameter SQLNET.EXPIRE_TIME (10): a person's, open",
                        "sqlnet parameter WALLET_LOCATION ((SOURCE = (METHOD = FILE) (METHOD_DATA = (DIRECTORY ="
                                + " /etc/wallets/tls)))): a person's, open",
                        "net file ldap.ora (/u01/19c/network/admin/ldap.ora): a person's, open",
                        "wallet cwallet.sso of WALLET_LOCATION (/etc/wallets/tls/cwallet.sso): a person's, open",
                        "static service orders.example (SID ORDERS1): a person's, open",
                        "password file of the database (/u01/19c/dbs/orapwORDERS1): a person's, open",
                        "oratab entry of the database (ORDERS1:/u01/19c:Y): a person's, open",
                        "start at boot of the database (dbora.service, Oracle Restart, orders_site1): a person's, open");
    }

    /** Another SID, home and place are the target's own; another value is not. */
    @Test
    void whatTheTargetHasIsDoneAndAnotherValueIsNot() {
        Things target = read("""
                ==== gulliver oratab
                CRM:/u02/19c:N
                ==== gulliver home
                /u02/19c
                ==== gulliver sqlnet
                SQLNET.EXPIRE_TIME=10
                NAMES.DIRECTORY_PATH=(TNSNAMES)
                ==== gulliver files
                password-file CRM /u02/19c/dbs/orapwCRM
                wallet WALLET_LOCATION /u02/tls/cwallet.sso
                """, "CRM");
        CarryOver list = CarryOver.of(
                read(SOURCE, "orders"),
                target,
                List.of(),
                Map.of(
                        "sqlnet parameter NAMES.DIRECTORY_PATH", "no directory there: names are in tnsnames.ora",
                        "static service orders.example", "it is there, I say"));
        assertThat(list.entries().stream().filter(entry -> entry.state() == State.DONE))
                .extracting(Entry::key)
                .containsExactly(
                        "sqlnet parameter SQLNET.EXPIRE_TIME",
                        "wallet cwallet.sso of WALLET_LOCATION",
                        "password file of the database");
        assertThat(lines(list))
                .contains(
                        "sqlnet parameter NAMES.DIRECTORY_PATH ((LDAP, TNSNAMES); at the target: (TNSNAMES)): a person's,"
                                + " confirmed: no directory there: names are in tnsnames.ora",
                        "static service orders.example (SID ORDERS1): a person's, open",
                        "oratab entry of the database (ORDERS1:/u01/19c:Y; at the target: CRM:/u02/19c:N): a person's, open");
    }

    /** dbstart starts what its line of oratab lets it, and DBCA writes N there. */
    @Test
    void aUnitThatCallsDbstartStartsOnlyWhatOratabLetsIt() {
        String target = """
                ==== gulliver oratab
                CRM:/u02/19c:%s
                ==== gulliver home
                /u02/19c
                ==== gulliver units
                dbstart dbora.service
                """;
        String managed = """
                ==== gulliver oratab
                ORDERS:/u01/19c:N
                ==== gulliver home
                /u01/19c
                ==== gulliver restart
                orders AUTOMATIC ORDERS
                """;
        assertThat(lines(CarryOver.of(read(managed, "orders"), read(target.formatted("N"), "crm"), List.of())))
                .containsExactly(
                        "oratab entry of the database (ORDERS:/u01/19c:N): a person's, done",
                        "start at boot of the database (Oracle Restart, orders): a person's, open");
        for (String flag : List.of("Y", "W")) {
            assertThat(lines(CarryOver.of(read(managed, "orders"), read(target.formatted(flag), "crm"), List.of())))
                    .contains("start at boot of the database (Oracle Restart, orders): a person's, done");
        }
    }

    /** A unit of its own asks no oratab. */
    @Test
    void aUnitThatStartsTheHomeItselfNeedsNoLine() {
        assertThat(lines(CarryOver.of(read("""
                ==== gulliver oratab
                ORDERS:/u01/19c:N
                ==== gulliver home
                /u01/19c
                ==== gulliver units
                orders.service
                """, "orders"), new Things(), List.of())))
                .contains("start at boot of the database (orders.service): a person's, open");
    }

    @Test
    void whereNobodyCouldLookAPersonSays() {
        CarryOver list = CarryOver.of(
                new Things().add(Kind.AUDIT_RECORDS, "SYS.AUD$", "12 MB").add(Kind.HOST, "lilliput", "no login"),
                new Things().unseen(EnumSet.of(Kind.AUDIT_RECORDS, Kind.HOST)),
                List.of(),
                Map.of("audit records SYS.AUD$", "in the archive until 2036"));
        assertThat(lines(list))
                .containsExactly(
                        "audit records SYS.AUD$ (12 MB): a person's, confirmed: in the archive until 2036",
                        "host lilliput (no login): a person's, open");
    }

    @Test
    void aHomeThatIsNotThereIsSaid() {
        assertThat(lines(CarryOver.of(read("==== gulliver oratab\n", "orders"), new Things(), List.of())))
                .singleElement()
                .asString()
                .startsWith("host lilliput (no Oracle home of orders was found there");
    }
}
