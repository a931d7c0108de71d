package io.gulliver.activity.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.SystemLimits;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.contract.activity.StepLogState;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.HostAccess;
import io.gulliver.domain.landscape.HostPattern;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.lab.ssh.LabHost;
import io.gulliver.lab.ssh.LabHostSpec;
import io.gulliver.lab.ssh.LabHosts;
import io.gulliver.secret.SecretGrant;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import io.temporal.testing.TestActivityEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real process on a host prints arrives while its step waits for it, and goes on in the next wait. */
@Tag("process")
class WatchedJobTest {
    private static final String JOB = "watch-1";

    @TempDir
    Path folder;

    private final List<StepLogPiece> kept = new CopyOnWriteArrayList<>();

    private synchronized StepLogState keep(StepLogPiece piece) {
        StepLogPiece last = kept.isEmpty() ? null : kept.get(kept.size() - 1);
        long next = last == null ? 0 : last.to();
        boolean ended = last != null && last.ended();
        if (!ended && piece.from() == next && (piece.to() > next || piece.ended())) {
            kept.add(piece);
            return new StepLogState(piece.to(), false, piece.ended());
        }
        return new StepLogState(next, false, ended);
    }

    private String text() {
        return String.join("", kept.stream().map(StepLogPiece::text).toList());
    }

    @Test
    void theOutputOfAJobArrivesWhileItsStepWaits() throws Exception {
        SecretRegistry registry = new SecretRegistry();
        TestActivityEnvironment environment = TestActivityEnvironment.newInstance();
        try (LabHosts hosts = LabHosts.open(folder.resolve("hosts"))) {
            LabHost lab = hosts.add(new LabHostSpec("gvp0291", "oracle", "ssh-password", List.of(), new TreeMap<>()));
            Landscape landscape = new Landscape(
                    new TreeMap<>(),
                    List.of(new HostAccess(
                            new HostPattern("gvp0291"),
                            "127.0.0.1",
                            lab.port(),
                            lab.user(),
                            null,
                            "env:SSH",
                            List.of(lab.hostKeyFingerprint()),
                            true)),
                    new DatabaseAccess("jdbc:x:{port}", folder.toString(), null, new TreeMap<>(), true));
            SecretSource secrets = new SecretSource(
                    List.of(new SecretGrant(SecretRef.parse("env:SSH"), "ssh", new HostPattern("*"))),
                    registry,
                    Map.of("SSH", "ssh-password"));
            try (Systems systems = new Systems(landscape, secrets, SystemLimits.defaults());
                    StepDispatcher dispatcher = new StepDispatcher(
                            List.of(systems.guarded(watching(systems))),
                            (name, kind, content) -> {
                                throw new AssertionError("no evidence is kept here");
                            },
                            this::keep,
                            call -> {},
                            registry,
                            Clock.systemUTC())) {
                environment.registerActivitiesImplementations(dispatcher);
                StepActivities steps = environment.newActivityStub(StepActivities.class);
                SshHost host = systems.host("gvp0291");
                systems.jobs().start(host, JobSpec.of(JOB, 1, """
                                        echo begun
                                        echo "logged on with ssh-password"
                                        while [ ! -e go ]; do sleep 0.1; done
                                        echo all done
                                        """));
                await().atMost(Duration.ofSeconds(60)).until(() -> {
                    assertThat(steps.invoke(call()).finished()).isFalse();
                    return text().contains("logged on");
                });
                assertThat(text()).isEqualTo("begun\nlogged on with ******\n");
                assertThat(kept).noneMatch(StepLogPiece::ended);
                try (var files = Files.walk(folder)) {
                    Path work = files.filter(path -> path.endsWith("jobs/" + JOB + "/work"))
                            .findFirst()
                            .orElseThrow();
                    Files.createFile(work.resolve("go"));
                }
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> steps.invoke(call()).finished());
                assertThat(text()).isEqualTo("begun\nlogged on with ******\nall done\n");
                assertThat(kept).last().satisfies(piece -> {
                    assertThat(piece.ended()).isTrue();
                    assertThat(piece.marks()).isNotEmpty();
                    assertThat(piece.system()).isEqualTo("gvp0291");
                    assertThat(piece.job()).isEqualTo(JOB);
                });
            }
        } finally {
            environment.close();
        }
    }

    private static StepAction watching(Systems systems) {
        return new StepAction() {
            @Override
            public String name() {
                return "test.watch";
            }

            @Override
            public StepResult await(StepCall call, StepContext context) {
                JobState state =
                        systems.jobs().status(systems.host("gvp0291"), JOB).state();
                return state == JobState.RUNNING
                        ? StepResult.running(JOB, new Progress(0, null, "lines", null, ""))
                        : StepResult.done(Map.of(), "ended");
            }
        };
    }

    private static StepCall call() {
        return new StepCall(
                new MigrationId("migration/p/HRPAYP/1"),
                "p",
                "HRPAYP",
                Purpose.PRODUCTION,
                1,
                StepKey.of("import"),
                1,
                1,
                Operation.AWAIT,
                "test.watch",
                "0".repeat(64),
                Map.of(),
                Map.of(),
                JOB,
                1);
    }
}
