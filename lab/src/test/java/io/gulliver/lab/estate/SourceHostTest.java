package io.gulliver.lab.estate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.lab.HostLoad;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.lab.oracle.LabPlatform;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("process")
class SourceHostTest {
    private static final Estate ESTATE = Estate.of(1726);
    private static final String HOST = "lilliput-db-07";

    private static final String LISTENER_LOG = "u01/app/oracle/diag/tnslsnr/" + HOST + "/listener/trace/listener.log";
    private static final DateTimeFormatter STAMP = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern("dd-MMM-yyyy HH:mm:ss")
            .toFormatter(Locale.ENGLISH);

    @TempDir
    Path root;

    private LabContext context;
    private LabOracle oracle;

    @BeforeEach
    void layIt() throws Exception {
        context = LabContext.open(root.resolve("lab"), LabPace.max(), Clock.systemUTC());
        oracle = new LabOracle(context);
        oracle.registerHost(HOST, LabPlatform.X86);
        for (Map.Entry<String, String> file :
                LinuxPrograms.source(ESTATE, HOST, Instant.now()).entrySet()) {
            Path path = root.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
            if (file.getKey().startsWith("bin/")) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        LinuxPrograms.install(oracle, ESTATE.load(HOST), root, context.clock());
    }

    @AfterEach
    void stop() {
        oracle.close();
        context.close();
    }

    private String run(String command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command).redirectErrorStream(true);
        builder.environment().put("LAB_HOST_ROOT", root.toString());
        builder.environment().put("PATH", root.resolve("bin") + ":/usr/bin:/bin");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(command + ": " + output).isZero();
        return output;
    }

    @Test
    void tellsOfOneMachineInEveryCommand() throws Exception {
        HostLoad load = ESTATE.load(HOST);
        Map<String, String> fields = new TreeMap<>();
        run("lscpu")
                .lines()
                .forEach(line -> fields.put(
                        line.split(":")[0],
                        line.substring(line.indexOf(':') + 1).strip()));
        assertThat(fields)
                .containsEntry("CPU(s)", Integer.toString(load.processors()))
                .containsEntry("Socket(s)", Integer.toString(load.sockets()))
                .containsEntry("Model name", load.model());
        assertThat(JsonMapper.shared().readTree(run("lscpu -J")).get("lscpu").size())
                .isEqualTo(fields.size());
        assertThat(run("lscpu -e").lines()).hasSize(load.processors() + 1);
        long kilobytes = run("cat /proc/meminfo")
                .lines()
                .filter(line -> line.startsWith("MemTotal"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
        assertThat(kilobytes / 1024).isBetween(load.memoryMb() * 95 / 100, load.memoryMb());
        assertThat(JsonMapper.shared().readTree(run("ip -j addr")).size()).isEqualTo(2);
        assertThat(JsonMapper.shared()
                        .readTree(run("lsblk -J -b"))
                        .get("blockdevices")
                        .size())
                .isEqualTo(2);
        assertThat(run("echo mine > f; cat f; rm f")).isEqualTo("mine\n");
        assertThat(run("crontab -l")).contains("PAYROLL");
        assertThat(run("ps -eo pid,ppid,user,args")).contains("ora_pmon_LEDGER", "tnslsnr");
        assertThat(run("sysctl -a")).contains("kernel.shmmax = ");
        assertThat(run("multipath -ll")).startsWith("mpatha (3600507681");
        assertThat(Files.readString(root.resolve(LISTENER_LOG)))
                .contains("(SERVICE_NAME=payroll)", "(HOST=app-1)", " * establish * ledger * 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"00:00", "00:20", "01:59", "02:01", "12:00", "23:59"})
    void noClientCalledInTheHourBeforeWhateverTheTimeOfDay(String time) throws Exception {
        Instant now = Instant.parse("2026-11-28T" + time + ":00Z");
        String log = LinuxPrograms.source(ESTATE, HOST, now).get(LISTENER_LOG);
        List<Instant> calls = log.lines()
                .map(line -> LocalDateTime.parse(line.substring(0, 20), STAMP).toInstant(ZoneOffset.UTC))
                .toList();
        assertThat(calls)
                .hasSizeGreaterThan(24)
                .allSatisfy(call ->
                        assertThat(call).isBetween(now.minus(Duration.ofHours(50)), now.minus(Duration.ofHours(2))));
    }

    @Test
    void sysstatAgreesWithTheLoadHourByHour() throws Exception {
        LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(2);
        JsonNode statistics = JsonMapper.shared()
                .readTree(run("sadf -j /var/log/sa/sa" + String.format("%02d", day.getDayOfMonth()) + " -- -u -r -b"))
                .get("sysstat")
                .get("hosts")
                .get(0)
                .get("statistics");
        assertThat(statistics.size()).isEqualTo(144);
        HostLoad load = ESTATE.load(HOST);
        for (int hour = 0; hour < 24; hour++) {
            JsonNode at = statistics.get(hour * 6 + 3);
            double idle = at.get("cpu-load").get(0).get("idle").asDouble();
            double waiting = at.get("cpu-load").get(0).get("iowait").asDouble();
            long hours = HostLoad.hour(day.atStartOfDay().plusHours(hour).toInstant(ZoneOffset.UTC));
            assertThat((100 - idle - waiting) / 100 * load.cores())
                    .isCloseTo(load.busyCores(hours), org.assertj.core.data.Offset.offset(0.01));
        }
        assertThat(run("sar -u -1")).contains("%iowait").contains("    all ");
    }

    static List<String> hosts() {
        return ESTATE.sourceHosts();
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void databasesOfAHostAreNeverMoreThanTheHost(String host) {
        HostLoad load = ESTATE.load(host);
        List<Double> shares = new ArrayList<>();
        for (long hour = 500_000; hour < 500_000 + 35 * 24; hour++) {
            double own = 0;
            for (HostLoad.Work work : load.works()) {
                own += load.cores(work.database(), hour);
            }
            assertThat(load.busyCores(hour)).isLessThan(load.cores());
            assertThat(own).isPositive().isLessThan(load.busyCores(hour));
            assertThat(own + load.otherCores(hour))
                    .isCloseTo(load.busyCores(hour), org.assertj.core.data.Offset.offset(1e-6));
            shares.add(load.busyCores(hour) / load.cores());
        }
        double[] sorted =
                shares.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        assertThat(sorted[sorted.length - 1] - sorted[0])
                .as("there is day and night on " + host + " " + Arrays.toString(new double[] {sorted[0]}))
                .isGreaterThan(0.1);
    }
}
