package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.DbcaLog;
import io.gulliver.adapter.oracle.real.Met;
import io.gulliver.adapter.oracle.real.OracleImage;
import io.gulliver.adapter.oracle.real.RealDatabase;
import io.gulliver.adapter.oracle.real.RealDatabase.Run;
import io.gulliver.adapter.oracle.real.RealOracle;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.domain.proof.PartKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Our response file before the real DBCA of each release that has one. A free edition allows one database, so whether it makes
 * another is not asked: what counts is that no key is unknown to it.
 */
@RealOracle
@Timeout(value = 1, unit = TimeUnit.HOURS)
class RealDbcaIT {
    private static final String SHIPPED = "/assistants/dbca/dbca.rsp";
    private static final Pattern KEY = Pattern.compile("(?m)^#?\\s*([A-Za-z][A-Za-z0-9]*)=");

    /** DBCA saves it itself and says it in no template; see docs/oracle-files.md. */
    private static final String NO_TEMPLATE = "enableArchive";

    private static String response(OracleImage image) {
        Map<String, Object> inputs = new TreeMap<>(Map.of(
                "name", "TRIAL",
                "host", "localhost",
                "oracle_home", "/opt/oracle",
                "character_set", "AL32UTF8",
                "national_character_set", "AL16UTF16",
                "datafile_destination", "/opt/oracle/oradata",
                "recovery_area", "/opt/oracle/oradata",
                "large_pages", "FALSE",
                "listener", "LISTENER"));
        inputs.putAll(Map.of(
                "container", true,
                "block_size", 8192,
                "sga_mb", 1024L,
                "pga_target_mb", 256L,
                "recovery_area_mb", 2048L,
                "processes", 200L));
        return CreateDatabase.responseFile(
                GeneratedFilesTest.call("create-database", inputs), OracleRelease.of(image.release()));
    }

    /** What is proven: a free edition makes no second database, so nothing of the script and of the log is. */
    static void use(Met met, String release) {
        met.used(PartKind.GENERATED_FILE, "dbca.rsp " + release, "read by DBCA, which knew every key");
    }

    private static Set<String> keys(String file) {
        Set<String> keys = new TreeSet<>();
        KEY.matcher(file).results().forEach(key -> keys.add(key.group(1)));
        return keys;
    }

    static List<OracleImage> images() {
        return OracleImage.taken("RealDbcaIT", 18);
    }

    @ParameterizedTest
    @MethodSource("images")
    void dbcaKnowsEveryKeyOfOurResponseFile(OracleImage image, Met met) {
        String response = response(image);
        try (RealDatabase database = RealDatabase.start(image)) {
            use(database.meets(met), image.release());
            String home = database.home();
            String shipped = database.read(home + SHIPPED);
            database.keep("dbca-shipped.rsp", shipped);
            database.keep(
                    "dbca-help.txt",
                    database.shell(home + "/bin/dbca -silent -createDatabase -help")
                            .output());
            Set<String> unknown = keys(response);
            unknown.removeAll(keys(shipped));
            unknown.remove(NO_TEMPLATE);
            assertThat(unknown)
                    .as("keys that stand in no response file of this home")
                    .isEmpty();

            database.copy(response, "/tmp/dbca.rsp");
            database.copy(
                    ScriptTemplate.load("dbca.sh").render(Map.of("oracle_home", home, "response_file", "dbca.rsp")),
                    "/tmp/dbca.sh");
            Run run = database.shell(
                    "cd /tmp && printf '%s\\n%s\\n' \"$1\" \"$1\" | timeout 1800 sh ./dbca.sh", RealDatabase.PASSWORD);
            database.keep("dbca.txt", run.output());
            DbcaLog log = DbcaLog.read(run.output());
            System.out.println("proof: " + image + ": DBCA ended with " + run.exit() + " at " + log.percent() + " %, "
                    + log.cause().orElse("without a cause"));
            assertThat(run.output()).isNotBlank().doesNotContain("DBT-00108");
        }
    }
}
