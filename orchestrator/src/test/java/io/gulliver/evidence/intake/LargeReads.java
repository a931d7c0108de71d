package io.gulliver.evidence.intake;

import io.gulliver.evidence.EvidenceBytes;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.Reading;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A process of its own, so that its heap can be small: reads long files of those kinds whose readers are lines or objects. */
final class LargeReads {
    static final int HEAP_MB = 32;

    /** So that a long file has few intervals, for each figure that is drawn stays in memory. */
    private static final String CPUS = IntStream.range(0, 100)
            .mapToObj(",{\"cpu\":\"%d\",\"user\":1.0,\"iowait\":0.5,\"idle\":96.5}"::formatted)
            .collect(Collectors.joining());

    private LargeReads() {}

    private static Map<EvidenceKind, LongFunction<String>> texts() {
        Map<EvidenceKind, LongFunction<String>> texts = new LinkedHashMap<>();
        texts.put(
                EvidenceKind.CP_ANSWERS,
                i -> "AVGPROC-038% 03\nPROC 0000-038% IFL      PROC 0001-037% IFL\nUSER LNX" + i % 900
                        + " : RELATIVE SHARE = 1600\nCPU " + "%02X".formatted(i % 64)
                        + "  ID  FF0A11CE39318000 STOPPED IFL CPUAFF ON\n");
        texts.put(
                EvidenceKind.HMC_OBJECTS,
                i -> "{\"class\":\"partition\",\"name\":\"P" + i % 85 + "\",\"object-uri\":\"/api/partitions/" + i % 85
                        + "\",\"status\":\"active\",\"ifl-processors\":2,\"processor-mode\":\"shared\"}\n");
        texts.put(
                EvidenceKind.LISTENER_LOG,
                i -> "21-NOV-2026 10:15:22 * (CONNECT_DATA=(SERVICE_NAME=CRM)(CID=(PROGRAM=sqlplus)(HOST=app" + i % 300
                        + ")(USER=scott))) * (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.5)(PORT=" + i % 60_000
                        + ")) * establish * CRM * 0\n");
        texts.put(
                EvidenceKind.HOST_PROGRAMS,
                i -> (i == 0 ? "  PID USER     COMMAND\n" : "") + (i + 1) + " oracle   /opt/app/prog" + i % 500
                        + " --config /etc/app/" + i + ".conf --mode batch\n");
        texts.put(
                EvidenceKind.SAR_TEXT,
                i -> i == 0
                        ? "Linux 5.14.0 (db01) \t2026-11-21 \t_x86_64_\t(64 CPU)\n\n00:00:01        CPU     %user     %nice"
                                + "   %system   %iowait    %steal     %idle\n"
                        : "%02d:%02d:01        %3s      1.00      0.00      2.00      0.50      0.00     96.50\n"
                                .formatted(
                                        i / 65 / 60 % 24,
                                        i / 65 % 60,
                                        i % 65 == 0 ? "all" : String.valueOf(i % 65 - 1)));
        texts.put(
                EvidenceKind.SADF_JSON,
                i -> (i == 0 ? "{\"sysstat\":{\"hosts\":[{\"nodename\":\"db01\",\"statistics\":[\n" : ",\n")
                        + "{\"timestamp\":{\"date\":\"2026-11-%02d\",\"time\":\"%02d:%02d:00\",\"utc\":1,\"interval\":60},"
                                .formatted(1 + i / 1440 % 30, i / 60 % 24, i % 60)
                        + "\"cpu-load\":[{\"cpu\":\"all\",\"user\":1.0,\"iowait\":0.5,\"idle\":96.5}" + CPUS + "],"
                        + "\"memory\":{\"memfree\":100,\"memused\":300,\"memused-percent\":75.0}}");
        texts.put(
                EvidenceKind.DISCOVERY_SPOOL,
                i -> (i == 0 ? "gulliver discovery 1 begin 19.0.0.0.0\n" : "")
                        + "gulliver question q" + i + " q" + i + " OWNER,TABLE_NAME\n=SCOTT|T" + i + "|\n=SCOTT|U" + i
                        + "|\ngulliver end q" + i + "\n");
        return texts;
    }

    private static String end(EvidenceKind kind) {
        return switch (kind) {
            case SADF_JSON -> "\n]}]}}\n";
            case DISCOVERY_SPOOL -> "gulliver discovery 1 end\n";
            default -> "";
        };
    }

    static List<String> kinds() {
        return texts().keySet().stream().map(EvidenceKind::word).toList();
    }

    /** @param args megabytes of each file, then the kinds to read */
    public static void main(String[] args) throws IOException {
        long bytes = Long.parseLong(args[0]) * 1024 * 1024;
        for (Map.Entry<EvidenceKind, LongFunction<String>> one : texts().entrySet()) {
            if (!List.of(args).contains(one.getKey().word())) {
                continue;
            }
            EvidenceReaders.Content content = () -> EvidenceBytes.endless(new Iterator<>() {
                private long given;
                private long at;
                private boolean ended;

                @Override
                public boolean hasNext() {
                    return !ended;
                }

                @Override
                public String next() {
                    if (given >= bytes) {
                        ended = true;
                        return end(one.getKey()) + "\n";
                    }
                    String text = one.getValue().apply(at++);
                    given += text.length();
                    return text;
                }
            });
            Blanking.Outcome blanked = Blanking.copy(content.open(), OutputStream.nullOutputStream(), false);
            long start = System.nanoTime();
            Reading reading = EvidenceReaders.readAll(one.getKey(), content, EvidenceBytes.ORIGIN)
                    .reading();
            System.out.println(one.getKey().word() + " cut=" + (reading.cut() != null) + " facts "
                    + reading.facts().size() + " blanked " + blanked.words() + " seconds "
                    + (System.nanoTime() - start) / 1_000_000_000.0);
        }
    }
}
