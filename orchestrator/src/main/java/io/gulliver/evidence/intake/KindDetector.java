package io.gulliver.evidence.intake;

import com.google.re2j.Pattern;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.PlainBytes;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.TextLines;
import io.gulliver.evidence.array.ArrayReader;
import io.gulliver.evidence.awrreport.OtherReports;
import io.gulliver.evidence.client.HostProgramReader;
import io.gulliver.evidence.client.ListenerLogReader;
import io.gulliver.evidence.discovery.SpoolReader;
import io.gulliver.evidence.host.HostReader;
import io.gulliver.evidence.host.HostSections;
import io.gulliver.evidence.inventory.InventoryFile;
import io.gulliver.evidence.zvm.CpReader;
import io.gulliver.evidence.zvm.PerfkitReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells the kind of evidence from the beginning of a file, gzipped or plain, never from its name. */
public final class KindDetector {
    /** So many first bytes are enough to tell. */
    public static final int HEAD_BYTES = 64 * 1024;

    /** A gzipped head can unfold to a thousand times its size. */
    private static final int MOST_TEXT = 1024 * 1024;

    private static final int START = 16_000;
    private static final Pattern HMC_GROUP = Pattern.compile("\"[a-z][a-z0-9-]*\"");
    private static final Pattern AWR_MINER = Pattern.compile("~~BEGIN-[A-Za-z0-9_-]+~~");
    private static final Pattern AWR_REPORT = Pattern.compile(
            "(?i)(<h1[^>]*>)?\\s*WORKLOAD REPOSITORY (PDB )?report\\b.*|.*<title>AWR Report for (DB|PDB):.*");
    private static final List<String> HMC_FIELDS = List.of(
            "\"processor-count-ifl\"", "\"ifl-processors\"", "\"object-uri\"", "\"initial-ifl-processing-weight\"");
    private static final List<String> ARRAY_FIELDS =
            List.of("\"vdisk_UID\"", "\"mdisk_grp_name\"", "\"mdisk_count\"", "\"stgtype\"");
    private static final String LOOKED_FOR =
            "no ~~BEGIN-…~~ line of an AWR Miner capture, no 'WORKLOAD REPOSITORY report"
                    + " for' of an AWR report, no 'gulliver discovery' of the discovery script, no first line 'Linux …"
                    + " (host) date' of sar, no {\"sysstat\" of sadf -j, no output of lscpu, lsblk -J, multipath -ll or"
                    + " their like, no head 'FCXnnn' of a z/VM report, no answer of CP, no object or metrics of an HMC, no"
                    + " heading of lsvdisk, lsmdiskgrp or ps, no job of cron, no connection of a listener's log, no header with database and application of an inventory";

    private KindDetector() {}

    /**
     * What a file is.
     *
     * @param kind of evidence
     * @param explanation what was looked for and what was seen instead, or by what it was known
     */
    public record Detected(EvidenceKind kind, String explanation) {}

    /**
     * Looks at the beginning of a file.
     *
     * @param head the first {@value #HEAD_BYTES} bytes, or all when there are fewer
     */
    public static Detected detect(byte[] head) {
        if (InventoryFile.looksLikeWorkbook(head)) {
            String names = new String(head, StandardCharsets.ISO_8859_1);
            return names.contains("[Content_Types].xml") || names.contains("xl/")
                    ? new Detected(EvidenceKind.INVENTORY_XLSX, "a ZIP with the parts of a workbook")
                    : new Detected(
                            EvidenceKind.NOT_RECOGNISED,
                            "it is a ZIP archive, and its first part is none of a workbook");
        }
        try {
            return text(TextLines.of(new ByteArrayInputStream(head)));
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory could not be read", e);
        }
    }

    private static Detected text(TextLines lines) throws IOException {
        String first = null;
        String host = null;
        long hostLine = 0;
        StringBuilder start = new StringBuilder();
        long seen = 0;
        for (String line = lines.next(); line != null && seen < MOST_TEXT; line = lines.next()) {
            seen += line.length() + 1;
            // a prompt stands before what counts, and says nothing of it
            if (line.isBlank() || HostSections.prompt(line)) {
                continue;
            }
            String other = OtherReports.named(line);
            if (other != null) {
                return new Detected(
                        EvidenceKind.NOT_RECOGNISED,
                        "line " + lines.number() + " says that it is " + other + ", which is not read; "
                                + OtherReports.ADVICE);
            }
            String system = host == null ? OtherHosts.named(line) : null;
            if (system != null) {
                return new Detected(
                        EvidenceKind.NOT_RECOGNISED,
                        "line " + lines.number() + " says that it is of " + system + ", which is not read: "
                                + OtherHosts.ADVICE);
            }
            EvidenceKind kind =
                    start.length() == 0 && HMC_GROUP.matcher(line.strip()).matches()
                            ? EvidenceKind.HMC_METRICS
                            : ofLine(line, first == null);
            if (kind != null) {
                return new Detected(kind, "line " + lines.number() + " is '" + cut(line) + "'");
            }
            first = first == null ? line : first;
            boolean json = start.length() > 0 || PlainBytes.beginsJson(line);
            if (json && start.length() < START) {
                start.append(line.strip());
            } else if (!json && host == null && HostReader.recognises(line)) {
                host = line;
                hostLine = lines.number();
            }
        }
        EvidenceKind json = ofStart(start);
        if (json != null) {
            return new Detected(json, "it begins with '" + cut(start.toString()) + "'");
        }
        if (host != null) {
            return new Detected(EvidenceKind.HOST_FACTS, "line " + hostLine + " is '" + cut(host) + "'");
        }
        return new Detected(
                EvidenceKind.NOT_RECOGNISED,
                first == null
                        ? "it holds no text"
                        : "its first " + HEAD_BYTES / 1024 + " KB hold " + LOOKED_FOR + "; it begins with '"
                                + cut(first) + "'");
    }

    private static @Nullable EvidenceKind ofLine(String line, boolean first) {
        String text = line.strip();
        if (AWR_MINER.matcher(text).matches()) {
            return EvidenceKind.AWR_MINER;
        }
        if (AWR_REPORT.matcher(text).matches()) {
            return EvidenceKind.AWR_REPORT;
        }
        if (text.startsWith("==== gulliver ")) {
            return EvidenceKind.HOST_FACTS;
        }
        if (PerfkitReader.recognises(line)) {
            return EvidenceKind.ZVM_REPORT;
        }
        if (CpReader.recognises(line)) {
            return EvidenceKind.CP_ANSWERS;
        }
        if (ArrayReader.recognises(line)) {
            return EvidenceKind.ARRAY_VOLUMES;
        }
        if (SpoolReader.recognises(text)) {
            return EvidenceKind.DISCOVERY_SPOOL;
        }
        if (ListenerLogReader.recognises(line)) {
            return EvidenceKind.LISTENER_LOG;
        }
        if (HostSections.sarHead(line)) {
            return EvidenceKind.SAR_TEXT;
        }
        boolean json = PlainBytes.beginsJson(text);
        if (first && !json && HostReader.recognises(line)) {
            return EvidenceKind.HOST_FACTS;
        }
        if (HostProgramReader.recognises(line)) {
            return EvidenceKind.HOST_PROGRAMS;
        }
        if (!first) {
            return null;
        }
        return inventory(line) ? EvidenceKind.INVENTORY_CSV : null;
    }

    private static @Nullable EvidenceKind ofStart(StringBuilder start) {
        if (start.indexOf("{") == 0 && start.indexOf("\"sysstat\"") > 0) {
            return EvidenceKind.SADF_JSON;
        }
        if (start.indexOf("{") == 0 || start.indexOf("[") == 0) {
            EvidenceKind machine = ofFields(start);
            if (machine != null) {
                return machine;
            }
        }
        boolean disks = start.indexOf("{") == 0 && start.indexOf("\"blockdevices\"") > 0;
        boolean interfaces = start.indexOf("[") == 0 && start.indexOf("\"ifname\"") > 0;
        return disks || interfaces ? EvidenceKind.HOST_FACTS : null;
    }

    private static @Nullable EvidenceKind ofFields(StringBuilder start) {
        if (start.indexOf("\"metric-group-infos\"") > 0) {
            return EvidenceKind.HMC_METRICS;
        }
        for (String field : HMC_FIELDS) {
            if (start.indexOf(field) > 0) {
                return EvidenceKind.HMC_OBJECTS;
            }
        }
        for (String field : ARRAY_FIELDS) {
            if (start.indexOf(field) > 0) {
                return EvidenceKind.ARRAY_VOLUMES;
            }
        }
        return null;
    }

    private static boolean inventory(String header) {
        boolean database = false;
        boolean application = false;
        for (String cell : Regex.split(header, "[,;\t]", -1)) {
            String name = cell.strip().replace("\"", "").toLowerCase(Locale.ROOT);
            database |= name.equals("database");
            application |= name.equals("application");
        }
        return database && application;
    }

    private static String cut(String text) {
        String plain = Regex.replaceAll(text.strip(), "[[:cntrl:]]", "·");
        return plain.length() <= 60 ? plain : plain.substring(0, 60) + "…";
    }
}
