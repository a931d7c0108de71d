package io.gulliver.lab.oracle;

import java.math.BigDecimal;
import java.sql.Connection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where rows lie: the extents of the lab's tables and the ROWIDs of their rows. Extended ROWIDs have 18 characters, of base 64
 * with A to Z before a to z before 0 to 9: data object, relative file, block and row in the block (Database Concepts,
 * <em>Rowid Format</em>), so their order is not that of their text. The same row has another ROWID in every database.
 *
 * <p>The store keeps a ROWID as 24 hexadecimal digits, whose order is the right one.
 */
public final class LabRowids {
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private static final long EXTENT = 64L << 20;
    private static final int MOST_EXTENTS = 256;
    private static final int EXTENT_BLOCKS = 8192;

    private LabRowids() {}

    /** The data object number of a table: its own in each database. */
    static long dataObject(LabDatabaseSpec spec, Object owner, Object table) {
        return 20_000 + Math.floorMod((spec.host() + spec.service() + owner + "." + table).hashCode(), 1 << 24);
    }

    static int extents(long bytes) {
        return (int) Math.max(1, Math.min(MOST_EXTENTS, (bytes + EXTENT - 1) / EXTENT));
    }

    /** Their order in the segment is not that of their places. */
    private static int file(int extent) {
        return 5 + extent % 3;
    }

    private static long block(int extent, int extents) {
        return 128 + (long) Math.floorMod(extent * 7919L, extents) * EXTENT_BLOCKS;
    }

    /** Rows of DBA_EXTENTS: those of tables. */
    static void extents(Connection c, LabComputed.Sink sink) {
        Rows.each(
                c,
                "select owner, segment_name, partition_name, segment_type, tablespace_name, bytes from DBA_SEGMENTS"
                        + " where segment_type like 'TABLE%'",
                segment -> {
                    long bytes = new BigDecimal(String.valueOf(segment[5])).longValue();
                    int extents = extents(bytes);
                    for (int i = 0; i < extents; i++) {
                        sink.row(
                                segment[0],
                                segment[1],
                                segment[2],
                                segment[3],
                                segment[4],
                                i,
                                file(i),
                                block(i, extents),
                                bytes / extents,
                                EXTENT_BLOCKS,
                                file(i));
                    }
                });
    }

    /** Numbers the data objects; what a load brought has the number of another database until then. */
    static void number(Connection c, LabDatabaseSpec spec) {
        for (Map<String, @Nullable Object> table :
                Rows.query(c, "select owner o, object_name n from DBA_OBJECTS where object_type = 'TABLE'")) {
            Rows.run(
                    c,
                    "update DBA_OBJECTS set data_object_id = ? where owner = ? and object_name = ?"
                            + " and object_type = 'TABLE'",
                    dataObject(spec, String.valueOf(table.get("O")), String.valueOf(table.get("N"))),
                    table.get("O"),
                    table.get("N"));
        }
    }

    /** The ROWID of a row by its number in the store. */
    public static String place(long dataObject, int extents, long row) {
        int extent = (int) Math.floorMod(row, (long) extents);
        return create(1, dataObject, file(extent), block(extent, extents) + row / extents % EXTENT_BLOCKS, 0);
    }

    /** DBMS_ROWID.ROWID_CREATE of an extended ROWID. */
    public static String create(int type, long dataObject, long file, long block, long row) {
        if (type != 1 || dataObject >= 1L << 32 || file >= 1 << 10 || block >= 1L << 22 || row >= 1 << 16) {
            throw new OraError(1410, "invalid ROWID");
        }
        return String.format("%08x%04x%08x%04x", dataObject, file, block, row);
    }

    /** ROWIDTOCHAR. */
    public static @Nullable String text(@Nullable String rowid) {
        return rowid == null
                ? null
                : digits(rowid.substring(0, 8), 6)
                        + digits(rowid.substring(8, 12), 3)
                        + digits(rowid.substring(12, 20), 6)
                        + digits(rowid.substring(20), 3);
    }

    private static String digits(String hex, int width) {
        long value = Long.parseLong(hex, 16);
        StringBuilder text = new StringBuilder();
        for (int i = width - 1; i >= 0; i--) {
            text.append(DIGITS.charAt((int) (value >> 6 * i & 63)));
        }
        return text.toString();
    }

    /** CHARTOROWID. */
    public static String value(String text) {
        if (text.length() != 18) {
            throw new OraError(1410, "invalid ROWID");
        }
        return create(1, number(text, 0, 6), number(text, 6, 9), number(text, 9, 15), number(text, 15, 18));
    }

    private static long number(String text, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = DIGITS.indexOf(text.charAt(i));
            if (digit < 0) {
                throw new OraError(1410, "invalid ROWID");
            }
            value = value << 6 | digit;
        }
        return value;
    }
}
