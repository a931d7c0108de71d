package io.gulliver.evidence.array;

import static io.gulliver.evidence.EvidenceBytes.ORIGIN;
import static io.gulliver.evidence.EvidenceBytes.stream;
import static io.gulliver.evidence.EvidenceBytes.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.evidence.EvidenceBytes;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.Reading;
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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArrayReaderTest {
    @Test
    void readsVolumesAndPoolsOneAfterTheOther() throws IOException {
        Reading reading = ArrayReader.read(stream("""
                superuser>lsvdisk -delim :
                id:name:IO_group_id:IO_group_name:status:mdisk_grp_id:mdisk_grp_name:capacity:type:FC_id:FC_name:RC_id:RC_name:vdisk_UID:se_copy_count
                0:DB01_DATA:0:io_grp0:online:0:Pool0:100.00GB:striped:::1:rc1:600507680C80000000000000000000A1:1
                1:DB01_LOG:0:io_grp0:offline:0:Pool0:512.00MB:striped:::::600507680C80000000000000000000A2:0

                superuser>lsmdiskgrp -delim :
                id:name:status:mdisk_count:vdisk_count:capacity:extent_size:free_capacity:parent_mdisk_grp_id
                0:Pool0:online:4:2:1.00TB:1024:512.00GB:0
                1:Child:online:0:0:100.00GB:1024:100.00GB:0
                """), ORIGIN);

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.coverage().missing()).isEmpty();
        assertThat(values(reading))
                .containsEntry("array.volumes", 2L)
                .containsEntry("array.volumesGb", 100.5)
                .containsEntry("array.volumes.notOnline", 1L)
                .containsEntry("array.volumes.thin", 1L)
                .containsEntry("array.volumes.remoteCopied", 1L)
                .containsEntry(
                        "array.volumes.each",
                        List.of(
                                "DB01_DATA: 100.0 GB, pool Pool0, online, 600507680C80000000000000000000A1",
                                "DB01_LOG: 0.5 GB, pool Pool0, offline, 600507680C80000000000000000000A2"))
                .containsEntry("array.poolsGb", 1024.0)
                .containsEntry("array.pools.freeGb", 512.0)
                .containsEntry("array.pools", 2L);
    }

    @Test
    void readsTheViewOfOneVolumeAndColumnsWithoutDelimiter() throws IOException {
        assertThat(values(ArrayReader.read(stream("""
                        id 7
                        name DB02_DATA
                        IO_group_id 0
                        status online
                        mdisk_grp_name Pool1
                        capacity 107374182400
                        vdisk_UID 600507680C80000000000000000000B1
                        RC_name

                        id name      IO_group_id status mdisk_grp_name capacity vdisk_UID
                        8  DB02_LOG  0           online Pool1          50.00GB  600507680C80000000000000000000B2
                        9  DB02_TEMP 0           online                25.00GB  600507680C80000000000000000000B3
                        """), ORIGIN)))
                .containsEntry("array.volumes", 3L)
                .containsEntry("array.volumesGb", 175.0)
                .containsEntry(
                        "array.volumes.each",
                        List.of(
                                "DB02_DATA: 100.0 GB, pool Pool1, online, 600507680C80000000000000000000B1",
                                "DB02_LOG: 50.0 GB, pool Pool1, online, 600507680C80000000000000000000B2",
                                "DB02_TEMP: 25.0 GB, online, 600507680C80000000000000000000B3"));
    }

    @Test
    void readsVolumesOfTheDs8000WithBothKindsOfStorage() throws IOException {
        String text = """
                {"server":{"status":"ok","code":"","message":"Operation done successfully."},
                 "counts":{"data_counts":2,"total_counts":2},
                 "data":{"volumes":[
                  {"id":"1000","name":"ENS_DB01_0","cap":"107374182400","stgtype":"fb","tp":"ese","state":"normal",
                   "pool":{"id":"P0","link":{"rel":"self","href":"https://hmc/pools/P0"}}},
                  {"id":"2000","name":"ENS_CKD","cap":"8539292160","stgtype":"ckd","tp":"none","state":"normal","pool":""}]}}
                {"server":{"status":"ok","code":"","message":""},
                 "data":{"pools":[{"id":"P0","name":"pool0","stgtype":"fb","cap":"1099511627776","capavail":"549755813888"}]}}
                """;

        Reading reading = ArrayReader.read(stream(text), ORIGIN);

        assertThat(reading.problems()).isEmpty();
        assertThat(values(reading))
                .containsEntry("array.volumes", 2L)
                .containsEntry("array.volumes.fb", 1L)
                .containsEntry("array.volumes.ckd", 1L)
                .containsEntry("array.volumes.thin", 1L)
                .containsEntry("array.volumes.notOnline", 0L)
                .containsEntry("array.poolsGb", 1024.0)
                .containsEntry("array.pools.freeGb", 512.0);
        assertThat(KindDetector.detect(text.getBytes(StandardCharsets.UTF_8)).kind())
                .isEqualTo(EvidenceKind.ARRAY_VOLUMES);
    }

    @Test
    void namesAnErrorInTheMiddleARowOfTooManyCellsASizeThatIsNoneAndAnEmptyAnswer() throws IOException {
        Reading reading = ArrayReader.read(stream("""
                id:name:IO_group_id:status:capacity:vdisk_UID
                0:A:0:online:10.00GB:60A
                CMMVC5753E The specified object does not exist.
                1:B:C:0:online:10.00GB:60B
                2:D:0:online:many:60D

                id:name:status:mdisk_count:capacity:free_capacity
                """), ORIGIN);

        assertThat(reading.problems())
                .extracting(EvidenceProblem::line, EvidenceProblem::section)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(3L, "volumes"),
                        org.assertj.core.groups.Tuple.tuple(4L, "volumes"),
                        org.assertj.core.groups.Tuple.tuple(5L, "volumes"));
        assertThat(values(reading)).containsEntry("array.volumes", 2L).containsEntry("array.volumesGb", 10.0);
        assertThat(reading.coverage().sections())
                .extracting(SectionCoverage::name, SectionCoverage::state)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("volumes", State.READ),
                        org.assertj.core.groups.Tuple.tuple("pools", State.EMPTY));
    }

    @Test
    void givesBackTheModelWhateverTheDelimiterTheOrderTheMarkAndTheFormat() {
        Seeds.forAll(150, (seed, random) -> {
            List<Map<String, String>> rows = new ArrayList<>();
            double gb = 0;
            long thin = 0;
            boolean bytes = random.nextBoolean();
            boolean comma = random.nextBoolean();
            for (int i = 0; i < 1 + random.nextInt(60); i++) {
                long size = 1 + random.nextInt(4000);
                gb += bytes ? size : size + 0.25;
                boolean small = random.nextBoolean();
                thin += small ? 1 : 0;
                Map<String, String> row = new LinkedHashMap<>();
                row.put("id", String.valueOf(i));
                row.put("name", "VOL_" + i);
                row.put("IO_group_id", "0");
                row.put("status", "online");
                row.put("mdisk_grp_name", random.nextInt(5) == 0 ? "" : "Pool" + random.nextInt(3));
                row.put(
                        "capacity",
                        bytes ? String.valueOf(size * 1024L * 1024 * 1024) : size + (comma ? ",25" : ".25") + "GB");
                row.put("vdisk_UID", String.format("600507680C80%020X", i));
                row.put("se_copy_count", small ? "1" : "0");
                rows.add(row);
            }
            List<String> order = new ArrayList<>(rows.get(0).keySet());
            Collections.shuffle(order, random);
            String text = text(rows, order, random, comma && !bytes);
            byte[] content =
                    (random.nextBoolean() ? text.replace("\n", "\r\n") : text).getBytes(StandardCharsets.UTF_8);
            assertThat(KindDetector.detect(content).kind()).isEqualTo(EvidenceKind.ARRAY_VOLUMES);

            Reading reading = ArrayReader.read(
                    new ByteArrayInputStream(random.nextBoolean() ? EvidenceBytes.gzip(content) : content), ORIGIN);

            assertThat(reading.problems()).as(text).isEmpty();
            assertThat(values(reading))
                    .as(text)
                    .containsEntry("array.volumes", (long) rows.size())
                    .containsEntry("array.volumesGb", gb)
                    .containsEntry("array.volumes.thin", thin)
                    .containsEntry("array.volumes.notOnline", 0L);

            byte[] whole = EvidenceBytes.gzip(content);
            byte[] cut = Arrays.copyOf(whole, 20 + random.nextInt(whole.length - 40));
            assertThat(ArrayReader.read(new ByteArrayInputStream(cut), ORIGIN).problems())
                    .isNotEmpty();
        });
    }

    private static String text(List<Map<String, String>> rows, List<String> order, Random random, boolean comma) {
        int form = random.nextInt(3);
        if (form == 0) {
            return rows.stream()
                    .map(row -> order.stream()
                            .map(name -> "\"" + name + "\":\"" + row.get(name) + "\"")
                            .collect(Collectors.joining(",", "{", "}")))
                    .collect(Collectors.joining(",\n", "[", "]"));
        }
        if (form == 1) {
            String delimiter = String.valueOf((comma ? ":;|!\t" : ":,;|!\t").charAt(random.nextInt(5)));
            return String.join(delimiter, order) + "\n"
                    + rows.stream()
                            .map(row -> order.stream().map(row::get).collect(Collectors.joining(delimiter)))
                            .collect(Collectors.joining("\n"))
                    + "\n";
        }
        StringBuilder text = new StringBuilder();
        order.forEach(name -> text.append(String.format("%-34s", name)));
        text.append('\n');
        rows.forEach(row -> {
            order.forEach(name -> text.append(String.format("%-34s", row.get(name))));
            text.append('\n');
        });
        return text.toString();
    }

    @Test
    void survivesAnyDamage() {
        Seeds.forAll(60, (seed, random) -> {
            byte[] bytes = ("id:name:IO_group_id:status:capacity:vdisk_UID\n" + "0:A:0:online:10.00GB:60A\n".repeat(40)
                            + "\nid:7\nname:x\n\n[{\"name\":\"y\"}]")
                    .getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 1 + random.nextInt(40); i++) {
                int at = 2 + random.nextInt(bytes.length - 2);
                bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : bytes[random.nextInt(bytes.length)];
            }
            assertThat(ArrayReader.read(new ByteArrayInputStream(bytes), ORIGIN).problems())
                    .hasSizeLessThan(200);
        });
    }

    @Test
    void readsAnAnswerOfAnyLength() throws IOException {
        long rows = Long.getLong("gulliver.evidence.mb", 4) * 1024 * 1024 / 40;
        Reading reading = ArrayReader.read(
                EvidenceBytes.endless(new Iterator<>() {
                    private long given;

                    @Override
                    public boolean hasNext() {
                        return given <= rows;
                    }

                    @Override
                    public String next() {
                        return given++ == 0
                                ? "id:name:IO_group_id:status:capacity:vdisk_UID\n"
                                : given + ":VOLUME:0:online:1.00GB:600507680C\n";
                    }
                }),
                ORIGIN);

        assertThat(values(reading)).containsEntry("array.volumes", Math.min(rows, 200_000L));
    }
}
