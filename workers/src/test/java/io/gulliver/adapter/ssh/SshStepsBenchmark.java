package io.gulliver.adapter.ssh;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures durable remote steps: files laid down, claimed, started detached, waited for, exit code read; 50 host names
 * on one real sshd. Run its {@code main}; it is no test, because a figure of a shared machine must fail nobody's build.
 *
 * <p>Arguments: hosts (50), steps a host (20), steps at once (50).
 */
public final class SshStepsBenchmark {
    private SshStepsBenchmark() {}

    /** Prints one table row a round; the first round warms up. */
    public static void main(String[] args) throws Exception {
        int hosts = args.length > 0 ? Integer.parseInt(args[0]) : 50;
        int stepsPerHost = args.length > 1 ? Integer.parseInt(args[1]) : 20;
        int atOnce = args.length > 2 ? Integer.parseInt(args[2]) : 50;
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        try (OpenSshServer server = OpenSshServer.start(Files.createTempDirectory("gulliver-bench"));
                HostConnections connections = new HostConnections(SshLimits.defaults())) {
            DetachedJobs jobs = new SshDetachedJobs(connections);
            ExecutorService threads = Executors.newFixedThreadPool(atOnce, task -> {
                Thread thread = new Thread(task);
                thread.setDaemon(true);
                return thread;
            });
            System.out.println(
                    "| round | hosts | at once | steps | seconds | steps/s | own CPU ms/step | p50 ms | p95 ms |");
            System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
            for (int round = 0; round < 4; round++) {
                long cpu = system.getProcessCpuTime();
                long began = System.nanoTime();
                List<Future<Long>> calls = new ArrayList<>();
                for (int step = 0; step < stepsPerHost; step++) {
                    for (int h = 0; h < hosts; h++) {
                        SshHost host = server.named("host-" + h);
                        JobSpec job = JobSpec.of("r" + round + "-h" + h + "-s" + step, 1, "cat step.par")
                                .withFiles(List.of(JobFile.text("step.par", "STEP=" + step + "\n")));
                        calls.add(threads.submit(() -> {
                            long from = System.nanoTime();
                            JobStatus status = jobs.runShort(host, job, Duration.ofSeconds(120));
                            if (!status.succeeded()) {
                                throw new IllegalStateException("not succeeded: " + status);
                            }
                            return System.nanoTime() - from;
                        }));
                    }
                }
                List<Long> times = new ArrayList<>();
                for (Future<Long> call : calls) {
                    times.add(call.get());
                }
                double seconds = (System.nanoTime() - began) / 1e9;
                double ownCpu = (system.getProcessCpuTime() - cpu) / 1e6 / calls.size();
                times.sort(null);
                System.out.println(String.format(
                        Locale.ROOT,
                        "| %d%s | %d | %d | %d | %.1f | %.0f | %.1f | %.0f | %.0f |",
                        round,
                        round == 0 ? " (warm-up)" : "",
                        hosts,
                        atOnce,
                        calls.size(),
                        seconds,
                        calls.size() / seconds,
                        ownCpu,
                        times.get(times.size() / 2) / 1e6,
                        times.get(times.size() * 95 / 100) / 1e6));
            }
            threads.shutdown();
        }
    }
}
