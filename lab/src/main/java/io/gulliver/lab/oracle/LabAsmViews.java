package io.gulliver.lab.oracle;

import java.sql.Connection;
import java.util.Optional;

/** The disk groups that a database on ASM sees: those of its host, with what is left in them. */
final class LabAsmViews implements LabComputed.LabRowSource {
    private final Optional<LabStorage> storage;
    private final boolean onAsm;

    LabAsmViews(Connection c, LabDatabase database) {
        this.storage = database.storage();
        this.onAsm = storage.isPresent()
                && Rows.number(c, "select count(*) from DBA_DATA_FILES where file_name like '+%'") > 0;
    }

    @Override
    public boolean rows(String view, LabComputed.Sink sink) {
        if (!onAsm || !view.equals("V$ASM_DISKGROUP") && !view.equals("V$ASM_DISKGROUP_STAT")) {
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
