package io.gulliver.lab.oracle;

import java.sql.Connection;
import java.util.Optional;

/** The disk groups that a database on ASM sees: those of its host, with what is left in them. */
final class LabAsmViews implements LabComputed.LabRowSource {
    private final Connection c;
    private final Optional<LabStorage> storage;

    LabAsmViews(Connection c, LabDatabase database) {
        this.c = c;
        this.storage = database.storage();
    }

    @Override
    public boolean rows(String view, LabComputed.Sink sink) {
        if (storage.isEmpty()
                || !view.equals("V$ASM_DISKGROUP") && !view.equals("V$ASM_DISKGROUP_STAT")
                || Rows.number(c, "select count(*) from DBA_DATA_FILES where file_name like '+%'") == 0) {
            return false;
        }
        LabStorage groups = storage.orElseThrow();
        int number = 0;
        for (var group : groups.groups().entrySet()) {
            LabObjectViews.group(sink, ++number, group.getKey(), group.getValue(), groups.freeMb(group.getKey()));
        }
        return true;
    }
}
