package io.gulliver.evidence.client;

import static io.gulliver.evidence.EvidenceBytes.ORIGIN;
import static io.gulliver.evidence.EvidenceBytes.stream;
import static io.gulliver.evidence.EvidenceBytes.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.ClientSighting;
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
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class ListenerLogReaderTest {
    private static final String TEXT = """
            TNSLSNR for Linux: Version 19.0.0.0.0 - Production on 21-NOV-2026 10:00:00
            System parameter file is /u01/app/oracle/network/admin/listener.ora
            TIMESTAMP * CONNECT DATA [* PROTOCOL INFO] * EVENT [* SID] * RETURN CODE
            21-NOV-2026 10:15:22 * (CONNECT_DATA=(SERVICE_NAME=CRM)(CID=(PROGRAM=C:\\app\\sqlplus.exe)(HOST=APP01)(USER=scott))) * (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.5)(PORT=43210)) * establish * CRM * 0
            21-NOV-2026 10:15:23 * service_update * CRM * 0
            21-NOV-2026 10:16:22 * (CONNECT_DATA=(CID=(PROGRAM=JDBC Thin Client)(HOST=__jdbc__)(USER=app))(SERVICE_NAME=CRM)) * (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.9)(PORT=43211)) * establish * CRM * 0
            21-NOV-2026 10:17:22 * (CONNECT_DATA=(SERVICE_NAME=GONE)(CID=(PROGRAM=x)(HOST=app02)(USER=y))) * (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.6)(PORT=1)) * establish * GONE * 12514
            TNS-12514: TNS:listener does not currently know of service requested in connect descriptor
            21-NOV-2026 10:18:22 * (CONNECT_DATA=(SID=CRM1)(CID=(PROGRAM=C:\\app\\sqlplus.exe)(HOST=APP01)(USER=scott))) * (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.5)(PORT=43219)) * establish * CRM1 * 0
            21-NOV-2026 10:19:22 * (CONNECT_DATA=(CID=(PROGRAM=)(HOST=db01)(USER=oracle))(COMMAND=status)(ARGUMENTS=64)(SERVICE=LISTENER)(VERSION=318767104)) * status * 0
            """;

    @Test
    void countsEachClientAndTheRefusals() throws IOException {
        ClientReading reading = ListenerLogReader.read(stream(TEXT), ORIGIN);

        assertThat(reading.reading().problems()).isEmpty();
        assertThat(reading.reading().coverage().missing()).isEmpty();
        assertThat(reading.sightings())
                .extracting(
                        ClientSighting::machine,
                        ClientSighting::program,
                        ClientSighting::user,
                        ClientSighting::service,
                        ClientSighting::address,
                        ClientSighting::count)
                .containsExactly(
                        Tuple.tuple("APP01", "C:\\app\\sqlplus.exe", "scott", "CRM", "10.0.0.5", 1L),
                        Tuple.tuple("10.0.0.9", "JDBC Thin Client", "app", "CRM", "10.0.0.9", 1L),
                        Tuple.tuple("APP01", "C:\\app\\sqlplus.exe", "scott", "CRM1", "10.0.0.5", 1L));
        assertThat(values(reading.reading()))
                .containsEntry("listener.connections", 3L)
                .containsEntry("listener.refused", 1L)
                .containsEntry("listener.refusals", List.of("TNS-12514: 1"))
                .containsEntry("listener.services", List.of("CRM: 2", "CRM1: 1"))
                .containsEntry("listener.from", "2026-11-21T10:15:22Z")
                .containsEntry("listener.to", "2026-11-21T10:18:22Z");
        assertThat(KindDetector.detect(TEXT.getBytes(StandardCharsets.UTF_8)).kind())
                .isEqualTo(EvidenceKind.LISTENER_LOG);
    }

    @Test
    void readsTheXmlOfTheDiagnosticRepositoryWithItsZone() throws IOException {
        String xml = """
                <msg time='2026-11-21T11:15:22.123+01:00' org_id='oracle' comp_id='tnslsnr'
                 type='UNKNOWN' level='16' host_id='db01'
                 host_addr='10.0.0.1' pid='4711'>
                 <txt>21-NOV-2026 11:15:22 * (CONNECT_DATA=(SERVICE_NAME=CRM)(CID=(PROGRAM=a&amp;b)(HOST=app01)(USER=u))) * (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.5)(PORT=4)) * establish * CRM * 0
                 </txt>
                </msg>
                <msg time='2026-11-21T11:16:22.123+01:00' org_id='oracle' comp_id='tnslsnr'
                 type='UNKNOWN' level='16' host_id='db01'
                 host_addr='10.0.0.1' pid='4711'>
                 <txt>21-novembre-2026 11:16:22 * (CONNECT_DATA=(SERVICE_NAME=CRM)(CID=(PROGRAM=a&amp;b)(HOST=app01)(USER=u))) * (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.5)(PORT=4)) * establish * CRM * 0
                 </txt>
                </msg>
                """;

        ClientReading reading = ListenerLogReader.read(stream(xml), ORIGIN);

        assertThat(reading.reading().problems()).isEmpty();
        assertThat(reading.sightings())
                .extracting(ClientSighting::program, ClientSighting::count, ClientSighting::last)
                .containsExactly(Tuple.tuple("a&b", 2L, Instant.parse("2026-11-21T10:16:22.123Z")));
        assertThat(KindDetector.detect(xml.getBytes(StandardCharsets.UTF_8)).kind())
                .isEqualTo(EvidenceKind.LISTENER_LOG);
    }

    @Test
    void tellsTheLineWhoseTimeOrCodeCannotBe() throws IOException {
        String line = " * (CONNECT_DATA=(SERVICE_NAME=CRM)(CID=(PROGRAM=p)(HOST=h)(USER=u))) *"
                + " (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.5)(PORT=4)) * establish * CRM * ";
        ClientReading reading = ListenerLogReader.read(
                stream("21-Smarch-2026 11:16:22" + line + "0\nORA-00600: internal error\n21-NOV-2026 11:16:22" + line
                        + "x\n21-NOV-2026 11:16:23" + line + "0\n21-NOV-2026 11:16:24 * (CONNECT_DATA=(SERVICE_NAME=CRM"
                        + " * establish * CRM\n"),
                ORIGIN);

        assertThat(reading.reading().problems())
                .extracting(EvidenceProblem::line)
                .containsExactly(1L, 3L, 5L);
        assertThat(reading.sightings()).hasSize(1);
    }

    @Test
    void readsTheMonthInTheLanguageOfTheListenersSession() throws IOException {
        ClientReading reading = ListenerLogReader.read(
                stream("21-DEZ-2026 11:16:22 * (CONNECT_DATA=(SERVICE_NAME=CRM)(CID=(PROGRAM=p)(HOST=h)(USER=u))) *"
                        + " (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.5)(PORT=4)) * establish * CRM * 0\n"),
                ORIGIN);

        assertThat(reading.sightings())
                .singleElement()
                .satisfies(seen -> assertThat(seen.last()).isEqualTo("2026-12-21T11:16:22Z"));
    }

    @Test
    void givesBackTheModelInAnyFormOrderAndPacking() {
        Seeds.forAll(100, (seed, random) -> {
            Map<String, Long> expected = new TreeMap<>();
            boolean windows = random.nextBoolean();
            boolean iso = random.nextBoolean();
            boolean xml = random.nextBoolean();
            StringBuilder text = new StringBuilder();
            int lines = 1 + random.nextInt(300);
            for (int i = 0; i < lines; i++) {
                String machine = "host" + random.nextInt(5);
                String program =
                        List.of("sqlplus@x (TNS V1-V3)", "JDBC Thin Client", "").get(random.nextInt(3));
                String service = "svc" + random.nextInt(2);
                Instant at = Instant.parse("2026-10-01T00:00:00Z").plusSeconds(60L * i);
                int code = random.nextInt(10) == 0 ? 12541 : 0;
                if (code == 0) {
                    expected.merge(machine + "|" + program + "|" + service, 1L, Long::sum);
                }
                List<String> data = new java.util.ArrayList<>(List.of(
                        "(SERVICE_NAME=" + service + ")",
                        "(CID=(PROGRAM=" + program + ")(HOST=" + machine + ")(USER=u))",
                        "(SERVER=DEDICATED)"));
                java.util.Collections.shuffle(data, random);
                String clock = iso
                        ? at.atOffset(ZoneOffset.ofHours(2)).toString()
                        : DateTimeFormatter.ofPattern("dd-MMM-uuuu HH:mm:ss", Locale.ENGLISH)
                                .withZone(ZoneOffset.UTC)
                                .format(at)
                                .toUpperCase(Locale.ROOT);
                String line = clock + " * (CONNECT_DATA=" + String.join("", data)
                        + ") * (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.1)(PORT=" + i + ")) * establish * " + service + " * "
                        + code;
                text.append(
                        xml
                                ? "<msg time='" + at + "' comp_id='tnslsnr'\n host_id='db01'>\n <txt>" + line
                                        + "\n </txt>\n</msg>\n"
                                : line + "\n");
                if (random.nextInt(20) == 0) {
                    text.append("21-NOV-2026 10:15:23 * service_update * CRM * 0\n\n");
                }
            }
            byte[] bytes = (windows ? text.toString().replace("\n", "\r\n") : text.toString())
                    .getBytes(StandardCharsets.UTF_8);
            assertThat(KindDetector.detect(bytes).kind()).isEqualTo(EvidenceKind.LISTENER_LOG);

            ClientReading reading = ListenerLogReader.read(
                    new ByteArrayInputStream(random.nextBoolean() ? EvidenceBytes.gzip(bytes) : bytes), ORIGIN);

            assertThat(reading.reading().problems()).isEmpty();
            Map<String, Long> found = new TreeMap<>();
            reading.sightings()
                    .forEach(one -> found.put(one.machine() + "|" + one.program() + "|" + one.service(), one.count()));
            assertThat(found).isEqualTo(expected);

            byte[] whole = EvidenceBytes.gzip(bytes);
            byte[] cut = Arrays.copyOf(whole, 20 + random.nextInt(whole.length - 40));
            ClientReading half = ListenerLogReader.read(new ByteArrayInputStream(cut), ORIGIN);
            assertThat(half.reading().problems())
                    .extracting(EvidenceProblem::message)
                    .anySatisfy(message -> assertThat(message).contains("the file ends after line"));
        });
    }

    @Test
    void survivesAnyDamageAndAnEmptyFile() throws IOException {
        Seeds.forAll(60, (seed, random) -> {
            byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 1 + random.nextInt(40); i++) {
                int at = 2 + random.nextInt(bytes.length - 2);
                bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : bytes[random.nextInt(bytes.length)];
            }
            assertThat(ListenerLogReader.read(new ByteArrayInputStream(bytes), ORIGIN)
                            .sightings())
                    .hasSizeLessThan(4);
        });
        assertThat(ListenerLogReader.read(stream(""), ORIGIN)
                        .reading()
                        .coverage()
                        .sections())
                .extracting(SectionCoverage::state)
                .containsOnly(State.EMPTY);
    }

    @Test
    void holdsNoMoreOfALongLogThanItsClients() throws IOException {
        long lines = Long.getLong("gulliver.evidence.mb", 4) * 1024 * 1024 / 200;
        Random random = new Random(7);
        ClientReading reading = ListenerLogReader.read(
                EvidenceBytes.endless(new Iterator<>() {
                    private long given;

                    @Override
                    public boolean hasNext() {
                        return given < lines;
                    }

                    @Override
                    public String next() {
                        given++;
                        return "21-NOV-2026 10:15:22 * (CONNECT_DATA=(SERVICE_NAME=CRM)(CID=(PROGRAM=sqlplus)(HOST=app"
                                + random.nextInt(300) + ")(USER=scott))) * (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.5)(PORT="
                                + random.nextInt(60_000) + ")) * establish * CRM * 0\n";
                    }
                }),
                ORIGIN);

        assertThat(values(reading.reading())).containsEntry("listener.connections", lines);
        assertThat(reading.sightings()).hasSizeLessThanOrEqualTo(300);
    }
}
