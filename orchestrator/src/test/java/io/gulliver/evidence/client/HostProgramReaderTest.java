package io.gulliver.evidence.client;

import static io.gulliver.evidence.EvidenceBytes.ORIGIN;
import static io.gulliver.evidence.EvidenceBytes.stream;
import static io.gulliver.evidence.EvidenceBytes.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.HostDependency.Kind;
import io.gulliver.evidence.EvidenceBytes;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.evidence.intake.KindDetector;
import io.gulliver.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class HostProgramReaderTest {
    @Test
    void keepsProgramsWithoutTheirArguments() throws IOException {
        ProgramReading reading = HostProgramReader.read(stream("""
                  PID USER     COMMAND
                    1 root     /usr/lib/systemd/systemd --switched-root --system
                    2 root     [kthreadd]
                 4711 oracle   ora_pmon_CRM
                 4712 oracle   ora_p001_CRM
                 4713 oracle   oracleCRM (LOCAL=NO)
                 4800 appl     /usr/bin/java -Xmx1g -cp /opt/a.jar:/opt/b.jar -Ddb.password=lilliput com.example.Batch -p secret
                 4801 appl     java -jar /opt/x/agent.jar --token=abc
                 4802 oracle   /bin/ksh /home/oracle/bin/export.ksh scott/tiger@crm
                 4803 root     /opt/dynatrace/oneagent/agent/bin/oneagentwatchdog -bg
                """), ORIGIN);

        assertThat(reading.reading().problems()).isEmpty();
        assertThat(reading.programs())
                .extracting(HostProgram::name, HostProgram::kind, HostProgram::detail)
                .containsExactly(
                        Tuple.tuple("export.ksh", Kind.PROCESS, "oracle"),
                        Tuple.tuple("java: agent.jar", Kind.PROCESS, "appl"),
                        Tuple.tuple("java: com.example.Batch", Kind.PROCESS, "appl"),
                        Tuple.tuple("oneagentwatchdog", Kind.PROCESS, "root"),
                        Tuple.tuple("ora_p_*", Kind.PROCESS, "oracle"),
                        Tuple.tuple("ora_pmon_*", Kind.PROCESS, "oracle"),
                        Tuple.tuple("oracle*", Kind.PROCESS, "oracle"),
                        Tuple.tuple("systemd", Kind.PROCESS, "root"));
        assertThat(values(reading.reading())).containsEntry("host.processes", 9L);
        assertThat(reading.toString()).doesNotContain("lilliput", "tiger", "secret", "abc");
    }

    @Test
    void readsACrontabAfterTheProcesses() throws IOException {
        String text = """
                PID TTY          TIME CMD
                  1 ?        00:00:03 systemd
                # exports of the night
                PATH=/usr/bin:/bin
                0 2 * * 1-5 /home/oracle/bin/export.sh scott/tiger > /dev/null 2>&1
                */10 * * * * cd /opt/app && ./poll.pl | mail -s done dba@example.com
                @reboot nohup java -cp /opt/x.jar com.example.Starter &
                """;

        ProgramReading reading = HostProgramReader.read(stream(text), ORIGIN);

        assertThat(reading.reading().problems()).isEmpty();
        assertThat(reading.programs())
                .extracting(HostProgram::name, HostProgram::kind, HostProgram::detail)
                .containsExactly(
                        Tuple.tuple("systemd", Kind.PROCESS, ""),
                        Tuple.tuple("export.sh", Kind.CRON, "0 2 * * 1-5"),
                        Tuple.tuple("java: com.example.Starter", Kind.CRON, "@reboot"),
                        Tuple.tuple("mail", Kind.CRON, "*/10 * * * *"),
                        Tuple.tuple("poll.pl", Kind.CRON, "*/10 * * * *"));
        assertThat(values(reading.reading())).containsEntry("host.cronJobs", 3L).containsEntry("host.processes", 1L);
        assertThat(KindDetector.detect(text.getBytes(StandardCharsets.UTF_8)).kind())
                .isEqualTo(EvidenceKind.HOST_PROGRAMS);
        assertThat(KindDetector.detect("0 2 * * * /home/oracle/x.sh\n".getBytes(StandardCharsets.UTF_8))
                        .kind())
                .isEqualTo(EvidenceKind.HOST_PROGRAMS);
    }

    @Test
    void saysThatThereIsNoCrontabAndNamesALineThatIsNone() throws IOException {
        ProgramReading reading = HostProgramReader.read(
                stream("PID CMD\n12 sshd\nORA-00942: table or view does not exist\nno crontab for oracle\n"), ORIGIN);

        assertThat(reading.reading().problems())
                .extracting(EvidenceProblem::line)
                .containsExactly(3L);
        assertThat(reading.reading().coverage().sections())
                .extracting(SectionCoverage::name, SectionCoverage::state)
                .containsExactly(Tuple.tuple("processes", State.READ), Tuple.tuple("jobs of cron", State.EMPTY));
    }

    @Test
    void givesBackTheModelInAnyOrderOfColumns() {
        Seeds.forAll(100, (seed, random) -> {
            List<String> columns = new ArrayList<>(List.of("PID", "USER", "%CPU", "COMMAND"));
            Collections.shuffle(columns, random);
            Set<String> expected = new TreeSet<>();
            StringBuilder text = new StringBuilder(String.join("   ", columns) + "\n");
            int rows = 1 + random.nextInt(80);
            for (int i = 0; i < rows; i++) {
                String program = "prog" + random.nextInt(40);
                expected.add(program);
                int pid = i + 1;
                boolean comma = random.nextBoolean();
                text.append(columns.stream()
                                .map(column -> switch (column) {
                                    case "PID" -> String.format("%5d", pid);
                                    case "USER" -> "oracle";
                                    case "%CPU" -> comma ? "0,5" : "0.5";
                                    default -> "/opt/bin/" + program + (random.nextBoolean() ? " -x secret --y" : "");
                                })
                                .collect(java.util.stream.Collectors.joining("   ")))
                        .append('\n');
            }
            byte[] bytes = (random.nextBoolean() ? text.toString().replace("\n", "\r\n") : text.toString())
                    .getBytes(StandardCharsets.UTF_8);
            assertThat(KindDetector.detect(bytes).kind()).isEqualTo(EvidenceKind.HOST_PROGRAMS);

            ProgramReading reading = HostProgramReader.read(
                    new ByteArrayInputStream(random.nextBoolean() ? EvidenceBytes.gzip(bytes) : bytes), ORIGIN);

            assertThat(reading.reading().problems()).isEmpty();
            assertThat(reading.programs()).extracting(HostProgram::name).containsExactlyElementsOf(expected);
            assertThat(values(reading.reading())).containsEntry("host.processes", (long) rows);

            byte[] whole = EvidenceBytes.gzip(bytes);
            byte[] cut = Arrays.copyOf(whole, 15 + random.nextInt(whole.length - 25));
            assertThat(HostProgramReader.read(new ByteArrayInputStream(cut), ORIGIN)
                            .reading()
                            .problems())
                    .isNotEmpty();
        });
    }
}
