package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.gulliver.adapter.oracle.real.Met;
import io.gulliver.adapter.oracle.real.OracleImage;
import io.gulliver.adapter.oracle.real.RealDatabase;
import io.gulliver.adapter.oracle.real.RealOracle;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who gets in while a real instance is restricted, with and without {@code (UR=A)}, by SQL*Plus and by the driver. */
@RealOracle
@Timeout(value = 1, unit = TimeUnit.HOURS)
class RealLogonIT {
    private static final String HELLO = "PROMPT gulliver is in";
    private static final String IN = "gulliver is in";

    /** A listener hears of a restriction at its next registration: at once when asked for, within 60 s else. */
    private static final Duration REGISTERED = Duration.ofMinutes(2);

    private static final Set<Integer> TOO_OLD = Set.of(3134, 28040);
    /** An operator's own words, which have no UR. */
    private static final String WITHOUT =
            "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST={host})(PORT={port}))"
                    + "(CONNECT_DATA=(SERVICE_NAME={service})))";

    private static String data(OracleImage image, String more) {
        return "(SERVICE_NAME=" + image.service() + ")" + more;
    }

    private static int code(RealDatabase database, Met met, String user, String template) {
        OracleSettings settings = new OracleSettings(
                database.image().name(),
                database.host(),
                database.port(),
                database.image().service(),
                user,
                false,
                template,
                null,
                Duration.ofSeconds(30),
                Duration.ofSeconds(30));
        OracleException thrown = catchThrowableOfType(
                OracleException.class,
                () -> JdbcOracleClient.open(
                                settings,
                                RealDatabase.PASSWORD.toCharArray(),
                                OracleStatements.load(),
                                true,
                                met.log("logged on by the driver while logons were restricted"))
                        .close());
        return thrown == null ? 0 : thrown.code();
    }

    static List<OracleImage> images() {
        return OracleImage.taken("RealLogonIT", 11);
    }

    static List<OracleImage> containers() {
        return OracleImage.taken("RealLogonIT.containers", 18);
    }

    @ParameterizedTest
    @MethodSource("images")
    void aRestrictedInstanceLetsInWhoeverSaysSoAndHasTheRight(OracleImage image, Met met) {
        try (RealDatabase database = RealDatabase.start(image)) {
            database.meets(met);
            database.prepared("CREATE USER PLAIN IDENTIFIED BY \"" + RealDatabase.PASSWORD + "\";\n"
                    + "GRANT CREATE SESSION TO PLAIN;\n");
            assertThat(database.through("PLAIN", data(image, ""), HELLO)).contains(IN);

            database.atRoot("ALTER SYSTEM ENABLE RESTRICTED SESSION;\nALTER SYSTEM REGISTER;");
            await().atMost(REGISTERED)
                    .until(() -> database.shell("lsnrctl services").output().contains("RESTRICTED"));
            database.keep(
                    "lsnrctl-restricted.txt", database.shell("lsnrctl services").output());
            // Rights do not help: SYSTEM has RESTRICTED SESSION.
            assertThat(database.through("SYSTEM", data(image, ""), HELLO)).contains("ORA-12526");
            assertThat(database.through("SYSTEM", data(image, "(UR=A)"), HELLO)).contains(IN);
            assertThat(database.through("PLAIN", data(image, "(UR=A)"), HELLO)).contains("ORA-01035");
            assertThat(database.atRoot(HELLO)).as("locally on the host").contains(IN);
            if (image.from(18)) {
                assertThat(code(database, met, "SYSTEM", WITHOUT)).isEqualTo(12526);
                assertThat(code(database, met, "SYSTEM", OracleSettings.ORACLE_URL))
                        .isZero();
                assertThat(code(database, met, "PLAIN", OracleSettings.ORACLE_URL))
                        .isEqualTo(1035);
            } else {
                assertThat(code(database, met, "SYSTEM", OracleSettings.ORACLE_URL))
                        .isIn(TOO_OLD);
            }

            database.atRoot("ALTER SYSTEM DISABLE RESTRICTED SESSION;\nALTER SYSTEM REGISTER;");
            await().atMost(REGISTERED)
                    .untilAsserted(() -> assertThat(database.through("PLAIN", data(image, ""), HELLO))
                            .contains(IN));
        }
    }

    /** Nobody knows whether the listener blocks a pluggable database that is open restricted: what it says is kept. */
    @ParameterizedTest
    @MethodSource("containers")
    void aRestrictedPluggableDatabaseLetsInWhoeverHasTheRight(OracleImage image, Met met) {
        String pdb = image.pdb().orElseThrow();
        try (RealDatabase database = RealDatabase.start(image)) {
            database.meets(met);
            database.prepared("CREATE USER PLAIN IDENTIFIED BY \"" + RealDatabase.PASSWORD + "\";\n"
                    + "GRANT CREATE SESSION TO PLAIN;\n");
            database.atRoot("ALTER PLUGGABLE DATABASE " + pdb + " CLOSE IMMEDIATE;\nALTER PLUGGABLE DATABASE " + pdb
                    + " OPEN RESTRICTED;\nALTER SYSTEM REGISTER;");
            assertThat(database.inside("SELECT 'logins ' || logins FROM v$instance;"))
                    .contains("logins RESTRICTED");
            await().atMost(REGISTERED)
                    .untilAsserted(() -> assertThat(database.through("SYSTEM", data(image, "(UR=A)"), HELLO))
                            .contains(IN));
            String without = database.through("PLAIN", data(image, ""), HELLO);
            database.keep("pdb-restricted.txt", without);
            System.out.println("proof: " + image + ": a restricted PDB without UR=A says "
                    + without.replaceAll("\\s+", " ").strip());
            assertThat(without).containsAnyOf("ORA-01035", "ORA-12526");
            assertThat(database.through("PLAIN", data(image, "(UR=A)"), HELLO)).contains("ORA-01035");
        }
    }
}
