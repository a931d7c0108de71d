package io.gulliver.activity.movement;

import java.util.List;

/** Roles that let Data Pump move what belongs to others (docs/domain/data-pump.md, C06). */
final class DataPumpRoles {
    private DataPumpRoles() {}

    /** That of an export, then that of an import. */
    static List<String> of(String release) {
        return List.of(export(release), named(release) + "IMP_FULL_DATABASE");
    }

    /** That of an export. */
    static String export(String release) {
        return named(release) + "EXP_FULL_DATABASE";
    }

    /** 10.2 has the roles of the original export and import alone. */
    private static String named(String release) {
        return OracleRelease.of(release).atLeast(11, 1) ? "DATAPUMP_" : "";
    }
}
