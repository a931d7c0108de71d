package io.gulliver.lab.oracle;

import java.math.BigDecimal;
import java.sql.Connection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files of tablespaces: how long they may be, and what they hold ({@code docs/domain/data-pump.md}, 1.5). */
final class LabSpace {
    /** Blocks of a file that grows without a limit of its own, as DBA_DATA_FILES shows it. */
    static final long SMALL_BLOCKS = 4_194_302;

    /** The same of a bigfile tablespace. */
    static final long BIG_BLOCKS = 4_294_967_293L;

    /** Of a file that is made. */
    private static final long MOST_BLOCKS = 4_194_303;

    private LabSpace() {}

    private static long number(Map<String, @Nullable Object> row, String column) {
        return new BigDecimal(String.valueOf(row.get(column))).longValue();
    }

    private static boolean big(Connection c, String tablespace) {
        List<String> found = Rows.texts(c, "select bigfile from DBA_TABLESPACES where tablespace_name = ?", tablespace);
        if (found.isEmpty()) {
            throw new OraError(959, "tablespace '" + tablespace + "' does not exist");
        }
        return found.get(0).equals("YES");
    }

    static void requireBig(Connection c, String tablespace) {
        if (!big(c, tablespace)) {
            throw new OraError(32773, "operation not supported for smallfile tablespace " + tablespace);
        }
    }

    static void addFile(Connection c, LabDatabaseSpec spec, String tablespace, String file, long bytes) {
        if (big(c, tablespace)) {
            throw new OraError(32771, "cannot add file to bigfile tablespace");
        }
        if (Rows.number(c, "select count(*) from DBA_DATA_FILES where file_name = ?", file) > 0) {
            throw new OraError(1537, "cannot add file '" + file + "' - file already part of database");
        }
        requireLength(spec, bytes);
        Rows.insert(
                c,
                "DBA_DATA_FILES",
                Rows.row(
                        "tablespace_name",
                        tablespace,
                        "file_id",
                        Rows.number(c, "select coalesce(max(file_id), 0) + 1 from DBA_DATA_FILES"),
                        "file_name",
                        file,
                        "bytes",
                        bytes,
                        "maxbytes",
                        SMALL_BLOCKS * spec.blockSize(),
                        "autoextensible",
                        "YES",
                        "status",
                        "AVAILABLE",
                        "online_status",
                        "ONLINE"));
    }

    /** Of a file of a smallfile tablespace, of temporary segments too. */
    static void requireLength(LabDatabaseSpec spec, long bytes) {
        long blocks = bytes / spec.blockSize();
        if (blocks > MOST_BLOCKS) {
            throw new OraError(1144, "File size (" + blocks + " blocks) exceeds maximum of " + MOST_BLOCKS + " blocks");
        }
    }

    /** As many files as hold so many bytes. */
    static void addFiles(Connection c, LabDatabaseSpec spec, String tablespace, long bytes) {
        long most = SMALL_BLOCKS * spec.blockSize();
        for (int file = 2; bytes > 0; file++, bytes -= most) {
            addFile(
                    c,
                    spec,
                    tablespace,
                    String.format(
                            Locale.ROOT,
                            "/u02/oradata/%s/%s%02d.dbf",
                            spec.name(),
                            tablespace.toLowerCase(Locale.ROOT),
                            file),
                    Math.min(bytes, most));
        }
    }

    static void dropFile(Connection c, String tablespace, String file) {
        List<Map<String, @Nullable Object>> files = Rows.query(
                c,
                "select file_name, bytes from DBA_DATA_FILES where tablespace_name = ? order by file_id",
                tablespace);
        if (files.stream().noneMatch(row -> file.equals(row.get("FILE_NAME")))) {
            throw new OraError(1516, "nonexistent log file, data file, or temporary file \"" + file + "\"");
        }
        if (files.size() == 1) {
            throw new OraError(3261, "the tablespace " + tablespace + " has only one file");
        }
        long others = files.stream()
                .filter(row -> !file.equals(row.get("FILE_NAME")))
                .mapToLong(row -> number(row, "BYTES"))
                .sum();
        if (used(c, tablespace, Set.of()) > others) {
            throw new OraError(3262, "the file is non-empty");
        }
        Rows.run(c, "delete from DBA_DATA_FILES where file_name = ?", file);
    }

    private static long used(Connection c, String tablespace, Set<String> empty) {
        return Rows.query(
                        c, "select owner, segment_name, bytes from DBA_SEGMENTS where tablespace_name = ?", tablespace)
                .stream()
                .filter(row -> !empty.contains(row.get("OWNER") + "\u0000" + row.get("SEGMENT_NAME")))
                .mapToLong(row -> number(row, "BYTES"))
                .sum();
    }

    /**
     * Whether a tablespace can hold its segments; its files grow for it.
     *
     * @param empty segments that are named and hold nothing yet, as OWNER, a zero, name
     */
    static boolean hold(Connection c, String tablespace, Set<String> empty) {
        long lacking = used(c, tablespace, empty)
                - Rows.number(
                        c, "select coalesce(sum(bytes), 0) from DBA_DATA_FILES where tablespace_name = ?", tablespace);
        for (Map<String, @Nullable Object> file : Rows.query(
                c,
                "select file_id, maxbytes - bytes as room from DBA_DATA_FILES where tablespace_name = ? and autoextensible ="
                        + " 'YES' and maxbytes > bytes order by file_id",
                tablespace)) {
            if (lacking <= 0) {
                return true;
            }
            long more = Math.min(lacking, number(file, "ROOM"));
            Rows.run(c, "update DBA_DATA_FILES set bytes = bytes + ? where file_id = ?", more, file.get("FILE_ID"));
            lacking -= more;
        }
        return lacking <= 0;
    }
}
