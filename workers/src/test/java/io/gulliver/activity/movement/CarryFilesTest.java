package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.estate.LinuxPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AD12: what lies on the host of a database, or in its audit trail, is an entry until the target has it. */
@Tag("store")
class CarryFilesTest {
    @TempDir
    Path root;

    MigrationBench bench;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root, "sys-segment");
        bench.source.layDown(LinuxPrograms.overlay(1024, "x86_64"));
        bench.target.layDown(LinuxPrograms.overlay(1024, "s390x"));
        Path wallet = Files.createDirectories(bench.source.root().resolve("etc/wallets"));
        Files.writeString(wallet.resolve("cwallet.sso"), "canary-of-the-wallet");
        lay(MigrationBench.home(bench.source), "ORDERS", wallet, bench.source.root());
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private static void lay(Path home, String sid, Path wallet, Path host) throws Exception {
        Path net = Files.createDirectories(home.resolve("network/admin"));
        Files.writeString(
                net.resolve("sqlnet.ora"),
                "SQLNET.EXPIRE_TIME = 10\nWALLET_LOCATION =\n (SOURCE = (METHOD = FILE)\n  (METHOD_DATA = (DIRECTORY = "
                        + wallet + ")))\n");
        Files.writeString(
                net.resolve("listener.ora"),
                "PASSWORDS_LISTENER = (canary-of-the-listener)\nSID_LIST_LISTENER =\n (SID_LIST =\n"
                        + "  (SID_DESC = (GLOBAL_DBNAME = orders)(SID_NAME = " + sid + ")))\n");
        Files.writeString(
                Files.createDirectories(home.resolve("dbs")).resolve("orapw" + sid), "canary-of-the-password-file");
        Files.writeString(
                Files.createDirectories(host.resolve("etc/systemd/system")).resolve("dbora.service"),
                "[Service]\nExecStart=" + home + "/bin/dbstart " + home + "\n");
        Files.writeString(host.resolve("etc/oratab"), sid + ":" + home + ":Y\n");
        Files.writeString(
                host.resolve("etc/systemd/system/chronyd.service"), "[Service]\nExecStart=/usr/sbin/chronyd\n");
    }

    private static StepCall with(StepCall call, Map<String, Object> more) {
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.putAll(more);
        return MigrationBench.with(call, inputs);
    }

    @Test
    void filesOfTheHostAreFoundAtDiscoveryAndDoneWhenTheTargetHasThem() throws Exception {
        bench.runTo("source-files");
        assertThat(bench.outputs.get("source-files").get("entries"))
                .asString()
                .contains("sqlnet parameter SQLNET.EXPIRE_TIME (10): a person's, open")
                .contains("wallet cwallet.sso of WALLET_LOCATION")
                .contains("static service orders (SID ORDERS)")
                .contains("password file of the database")
                .contains("oratab entry of the database (ORDERS:")
                .contains("start at boot of the database (dbora.service)")
                .contains("audit records SYS.AUD$ (")
                .doesNotContain("chronyd");

        bench.runTo("files");
        bench.outputs.put("files-by-hand", Map.of("items", Map.of()));
        StepCall done = bench.call("files-done", 1);
        assertThatThrownBy(() -> bench.perform(done))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("things of the carry-over list are open: audit records SYS.AUD$");
        lay(MigrationBench.home(bench.target), "CRM", bench.source.root().resolve("etc/wallets"), bench.target.root());
        assertThat(bench.perform(bench.call("files", 2)).get("left")).isEqualTo(List.of("audit records SYS.AUD$"));
        assertThat(bench.perform(with(
                                done, Map.of("answers", Map.of("audit records SYS.AUD$", "in the archive until 2036"))))
                        .get("entries"))
                .asString()
                .contains("confirmed: in the archive until 2036");
        assertThat(bench.context.evidence.toString() + bench.context.calls + bench.outputs)
                .as("what is secret stays on its host")
                .doesNotContain("canary");
    }

    /** A host that nobody may log on to hides what lies there; a person says what it is, and a machine never does. */
    @Test
    void aHostWithoutALoginIsAnEntryThatAPersonAnswers() throws Exception {
        bench.runTo("accounts-ready");
        StepCall call = with(bench.call("files", 1), Map.of("source_host", "nobodys"));
        // the database is asked where it is
        StepCall there = with(call, Map.of("source_port", bench.oracle.port(MigrationBench.SOURCE)));
        assertThat(bench.perform(there).get("left")).asString().contains("host nobodys");
    }
}
