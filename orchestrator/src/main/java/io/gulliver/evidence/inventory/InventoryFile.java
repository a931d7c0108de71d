package io.gulliver.evidence.inventory;

import java.nio.charset.StandardCharsets;

/** Reads an inventory of whichever form: told from its content, never from its name or what a browser calls it. */
public final class InventoryFile {
    private static final byte[] ZIP = {'P', 'K', 3, 4};

    /** An OLE2 compound file: what spreadsheets were before 2007, and what a workbook with a password is still. */
    private static final byte[] COMPOUND = {
        (byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, (byte) 0xA1, (byte) 0xB1, 0x1A, (byte) 0xE1
    };

    private InventoryFile() {}

    /** What the bytes say: a workbook, a CSV of databases, or a CSV of people alone; never fails. */
    public static InventoryWorkbook read(byte[] bytes) {
        if (bytes.length <= InventoryReader.MAX_BYTES && starts(bytes, COMPOUND)) {
            // names of streams are in UTF-16 in the directory of the compound file
            return holds(bytes, "EncryptedPackage".getBytes(StandardCharsets.UTF_16LE))
                    ? WorkbookReader.refused(
                            "the workbook is protected by a password", "Save it as XLSX without a password")
                    : WorkbookReader.refused(
                            "the file is in the old Excel format (.xls) or another Office document",
                            "Open it in a spreadsheet program and save it as XLSX or as CSV in UTF-8");
        }
        return looksLikeWorkbook(bytes) ? WorkbookReader.read(bytes) : InventoryReader.file(bytes);
    }

    /** Whether these first bytes are those of a ZIP, as every workbook is one. */
    public static boolean looksLikeWorkbook(byte[] head) {
        return starts(head, ZIP);
    }

    private static boolean starts(byte[] bytes, byte[] head) {
        if (bytes.length < head.length) {
            return false;
        }
        for (int i = 0; i < head.length; i++) {
            if (bytes[i] != head[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(byte[] bytes, byte[] wanted) {
        for (int i = 0; i + wanted.length <= bytes.length; i++) {
            int same = 0;
            while (same < wanted.length && bytes[i + same] == wanted[same]) {
                same++;
            }
            if (same == wanted.length) {
                return true;
            }
        }
        return false;
    }
}
