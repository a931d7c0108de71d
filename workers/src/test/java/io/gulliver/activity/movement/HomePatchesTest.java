package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleRows;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A dictionary lacks patches of its home, or its home lacks some of the dictionary; a release update replaces the one before. */
class HomePatchesTest {
    private static final String HOME = """
            36582781;Database Release Update : 19.24.0.0.240716 (36582781)
            36414915;OJVM RELEASE UPDATE: 19.24.0.0.240716 (36414915)
            29585399;OCW RELEASE UPDATE 19.3.0.0.0 (29585399)
            sqlpatch 36414915
            sqlpatch 36582781
            """;

    /** Lines as PATCH:TYPE:ACTION:STATUS:RELEASE, by their time. */
    private static List<OracleRow> rows(String lines) {
        return Arrays.stream(lines.split(" "))
                .map(line -> line.split(":"))
                .map(line -> OracleRows.of(Map.of(
                        "PATCH_ID", new BigDecimal(line[0]),
                        "PATCH_TYPE", line[1],
                        "ACTION", line[2],
                        "STATUS", line[3],
                        "TARGET_VERSION", line[4])))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            36582781:RU:APPLY:SUCCESS:19.24.0.0.0 36414915:INTERIM:APPLY:SUCCESS:19.24.0.0.0 | '' | ''
            36233263:RU:APPLY:SUCCESS:19.23.0.0.0 36582781:RU:APPLY:SUCCESS:19.24.0.0.0 36414915:INTERIM:APPLY:SUCCESS:19.24.0.0.0 | '' | ''
            36233263:RU:APPLY:SUCCESS:19.23.0.0.0 36414915:INTERIM:APPLY:SUCCESS:19.24.0.0.0 | 36582781 | ''
            36582781:RU:APPLY:SUCCESS:19.24.0.0.0 36414915:INTERIM:APPLY:WITH ERRORS:19.24.0.0.0 | 36414915 | ''
            36582781:RU:APPLY:SUCCESS:19.24.0.0.0 36414915:INTERIM:APPLY:SUCCESS:19.24.0.0.0 37642901:RU:APPLY:SUCCESS:19.27.0.0.0 | '' | 37642901
            36582781:RU:APPLY:SUCCESS:19.24.0.0.0 36414915:INTERIM:APPLY:SUCCESS:19.24.0.0.0 37642901:RU:APPLY:SUCCESS:19.27.0.0.0 37642901:RU:ROLLBACK:SUCCESS:19.24.0.0.0 | '' | ''
            36582781:RU:APPLY:SUCCESS:19.24.0.0.0 36414915:INTERIM:APPLY:SUCCESS:19.24.0.0.0 30159782:INTERIM:APPLY:SUCCESS:19.24.0.0.0 | '' | 30159782
            36582781:RU:APPLY:SUCCESS:19.24.0.0.0 30159782:INTERIM:APPLY:SUCCESS:19.24.0.0.0 30159782:INTERIM:ROLLBACK:SUCCESS:19.24.0.0.0 | 36414915 | ''
            """)
    void bothWays(String lines, String missing, String foreign) {
        HomePatches home = HomePatches.of(HOME);
        List<OracleRow> rows = rows(lines.replace("WITH ERRORS", "WITH_ERRORS"));
        assertThat(String.join(",", home.missing(rows))).isEqualTo(missing);
        assertThat(String.join(",", home.foreign(rows))).isEqualTo(foreign);
    }
}
