package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.systems.HostScripts;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.estate.LinuxPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a login of a host may that does not own Oracle's software. */
@Tag("store")
class LoginRightsTest {

    @TempDir
    Path root;

    private MigrationBench bench;
    private StepCall call;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root);
        bench.source.layDown(LinuxPrograms.overlay(1024, "x86_64"));
        call = bench.plain("test", "test", Operation.RUN, Map.of());
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    /** A script of the host, as another login runs it. */
    private HostScripts.Output as(String login, String verb, String script, JobFile... files) {
        return new HostScripts(bench.systems)
                .run(
                        call,
                        MigrationBench.SOURCE,
                        verb,
                        "export LAB_LOGIN=" + login + " ORACLE_SID=ORDERS ORACLE_HOME="
                                + MigrationBench.home(bench.source) + "\n" + script,
                        List.of(files));
    }

    private HostScripts.Output sysdba(String login) {
        return as(login, "sqlplus", "echo 'select 1 from dual;' | $ORACLE_HOME/bin/sqlplus -S / as sysdba\n");
    }

    private HostScripts.Output rman(String login) {
        String rman = ScriptTemplate.load("rman.sh")
                .render(Map.of(
                        "oracle_home",
                        MigrationBench.home(bench.source).toString(),
                        "sid",
                        "ORDERS",
                        "cmdfile",
                        "f.rman"));
        return as(
                login,
                "rman",
                "exec /bin/sh ./rman.sh\n",
                JobFile.text("rman.sh", rman),
                JobFile.text(
                        "f.rman", ScriptTemplate.load("delete-level-0.rman").render(Map.of("tag", "T"))));
    }

    @Test
    @Examines(value = Kindness.LOGINS_MAY_DO_ALL, red = "a login that is in no group of Oracle's")
    void aLoginOutsideOfDbaHasNoSysdba() throws Exception {
        assertThat(sysdba("gulliver").output())
                .as("a login that is in no group of Oracle's")
                .contains("ORA-01031");
        HostScripts.Output rman = rman("gulliver");
        assertThat(rman.code()).isEqualTo(1);
        assertThat(LevelZero.cause(rman.output())).isEqualTo("ORA-01031: insufficient privileges");
        assertThat(as("gulliver", "lsnrctl", "$ORACLE_HOME/bin/lsnrctl stop\n").output())
                .contains("TNS-01190");
        assertThat(as("gulliver", "sudo", "sudo -n true\n").output()).contains("sudo: a password is required");
        assertThat(sysdba("oracle").output()).doesNotContain("ORA-");

        Files.writeString(bench.source.root().resolve("etc/group"), "oinstall:x:54321:\ndba:x:54322:oracle,gulliver\n");
        assertThat(sysdba("gulliver").output()).doesNotContain("ORA-");
        assertThat(rman("gulliver").code()).isZero();
        assertThat(as("gulliver", "lsnrctl", "$ORACLE_HOME/bin/lsnrctl status\n")
                        .output())
                .contains("TNS-01190");
    }
}
