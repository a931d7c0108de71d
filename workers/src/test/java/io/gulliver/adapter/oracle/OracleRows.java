package io.gulliver.adapter.oracle;

import java.util.Map;
import java.util.TreeMap;

/** Rows for tests that have no database. */
public final class OracleRows {
    private OracleRows() {}

    public static OracleRow of(Map<String, Object> values) {
        return new OracleRow(new TreeMap<>(values));
    }
}
