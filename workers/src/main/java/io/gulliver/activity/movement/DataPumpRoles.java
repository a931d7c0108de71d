package io.gulliver.activity.movement;

import java.util.List;

/** Roles that let Data Pump move what belongs to others (docs/domain/data-pump.md, C06). */
final class DataPumpRoles {
    /** That of an export, then that of an import, from 11.1 on. */
    static final List<String> LATER = List.of("DATAPUMP_EXP_FULL_DATABASE", "DATAPUMP_IMP_FULL_DATABASE");

    /** 10.2 has the roles of the original export and import alone. */
    static final List<String> EARLIER = List.of("EXP_FULL_DATABASE", "IMP_FULL_DATABASE");

    private DataPumpRoles() {}

    /** That of an export, then that of an import. */
    static List<String> of(String release) {
        return OracleRelease.of(release).atLeast(11, 1) ? LATER : EARLIER;
    }

    /** That of an export. */
    static String export(String release) {
        return of(release).get(0);
    }
}
