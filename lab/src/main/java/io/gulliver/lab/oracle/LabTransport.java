package io.gulliver.lab.oracle;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What keeps a set of tablespaces from being transported, in the words of TRANSPORT_SET_VIOLATIONS. */
final class LabTransport {

    private LabTransport() {}

    static List<String> violations(Connection c, Set<String> spaces) {
        List<String> found = new ArrayList<>();
        for (Map<String, @Nullable Object> index : Rows.query(
                c,
                "select i.owner o, i.index_name n, i.tablespace_name ispace, t.table_name t, t.tablespace_name tspace,"
                        + " (select count(*) from DBA_CONSTRAINTS k where k.owner = i.owner and k.constraint_name ="
                        + " i.index_name and k.constraint_type = 'P') keys from DBA_INDEXES i join DBA_TABLES t on"
                        + " t.owner = i.owner and t.table_name = i.table_name where i.tablespace_name is not null and"
                        + " t.tablespace_name is not null order by 1, 2")) {
            boolean hasIndex = spaces.contains(String.valueOf(index.get("ISPACE")));
            boolean hasTable = spaces.contains(String.valueOf(index.get("TSPACE")));
            String name = index.get("O") + "." + index.get("N");
            String table = index.get("O") + "." + index.get("T");
            if (hasIndex && !hasTable) {
                found.add("ORA-39907: Index " + name + " in tablespace " + index.get("ISPACE") + " points to table "
                        + table + " in tablespace " + index.get("TSPACE") + ".");
            }
            if (hasTable && !hasIndex && !"0".equals(String.valueOf(index.get("KEYS")))) {
                found.add("ORA-39908: Index " + name + " in tablespace " + index.get("ISPACE")
                        + " enforces primary constraints of table " + table + " in tablespace " + index.get("TSPACE")
                        + ".");
            }
        }
        for (Map<String, @Nullable Object> segment : Rows.query(
                c,
                "select segment_name n, tablespace_name s from DBA_SEGMENTS where owner = 'SYS' and tablespace_name not in"
                        + " ('SYSTEM', 'SYSAUX') and segment_type not like '%UNDO%' order by 1")) {
            if (spaces.contains(String.valueOf(segment.get("S")))) {
                found.add("ORA-39917: SYS owned object " + segment.get("N") + " in tablespace " + segment.get("S")
                        + " not allowed in pluggable set");
            }
        }
        return found;
    }
}
