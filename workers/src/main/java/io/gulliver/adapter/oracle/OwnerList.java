package io.gulliver.adapter.oracle;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Owners as the catalogue's bind {@code owners} wants them: {@code ,A,B,}, compared by INSTR. */
public final class OwnerList {
    /**
     * Bytes of a text bind of SQL where MAX_STRING_SIZE is STANDARD: Database Reference, MAX_STRING_SIZE; Database Error
     * Messages, OCI-14697. A longer one is taken for a LONG (ORA-01461).
     */
    static final int LONGEST_BIND = 4000;

    private OwnerList() {}

    /** All of them in one text, however long. */
    public static String of(Collection<String> owners) {
        return owners.isEmpty() ? "," : "," + String.join(",", owners) + ",";
    }

    /** The same owners in texts that a bind takes each; one at least. */
    static List<String> parts(String list) {
        if (list.getBytes(StandardCharsets.UTF_8).length <= LONGEST_BIND) {
            return List.of(list);
        }
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder(",");
        int bytes = 1;
        for (String owner : list.substring(1).split(",")) {
            int more = owner.getBytes(StandardCharsets.UTF_8).length + 1;
            if (bytes + more > LONGEST_BIND) {
                parts.add(part.toString());
                part = new StringBuilder(",");
                bytes = 1;
            }
            part.append(owner).append(',');
            bytes += more;
        }
        parts.add(part.toString());
        return parts;
    }
}
