package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.OracleStatement.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What needs the Diagnostics or the Tuning Pack is touched by nothing but statements that are asked where the program says
 * that it is licensed.
 */
class LicensedViewsTest {
    /**
     * Views, packages and scripts of the two packs by the Database Licensing Information User Manual. The few DBA_HIST views
     * that are free (such as DBA_HIST_SNAPSHOT) count as licensed too, for no one can tell them apart in a hurry.
     */
    private static final Pattern LICENSED = Pattern.compile("(?i)\\b(?:(?:dba|cdb)_hist_\\w+|awr_(?:root|pdb|cdb)_\\w+"
            + "|g?v_?\\$(?:active_session_history|ash_info|sql_monitor\\w*|sql_plan_monitor|\\w*metric\\w*)"
            + "|(?:dba|user|cdb)_(?:addm|advisor)_\\w+|dba_streams_tp_\\w+|mgmt\\$\\w+"
            + "|dbms_(?:workload_repository|addm|advisor|perf|sqltune|auto_sqltune|sql_monitor)"
            + "|(?:awr|ash|addm)\\w*rpt\\w*|sqltrpt)");

    private static final List<String> RELEASES =
            List.of("10.2.0.5.0", "11.1.0.7.0", "11.2.0.4.0", "12.1.0.2.0", "12.2.0.1.0", "19.0.0.0.0", "23.0.0.0.0");

    private static final OracleStatements CATALOGUE = OracleStatements.load();
    private static final DiscoveryQuestions QUESTIONS = DiscoveryQuestions.of(CATALOGUE);

    private static Set<String> licensed(String text) {
        Set<String> found = new TreeSet<>();
        var view = LICENSED.matcher(text);
        while (view.find()) {
            found.add(view.group().toLowerCase(java.util.Locale.ROOT));
        }
        return found;
    }

    @Test
    void ofTheWholeCatalogueOnlyStatementsOfTheLicensedLoadTouchTheRepository() {
        assertThat(CATALOGUE.all().values()).allSatisfy(statement -> {
            boolean allowed =
                    statement.discovery() != null && statement.discovery().load() == Load.AWR;
            if (allowed) {
                assertThat(licensed(statement.text())).as(statement.id()).isNotEmpty();
            } else {
                assertThat(licensed(statement.text())).as(statement.id()).isEmpty();
            }
        });
    }

    @Test
    void noScriptTouchesItUnlessItIsLicensed() {
        assertThat(licensed(DiscoveryScript.probe(QUESTIONS))).isEmpty();
        for (String release : RELEASES) {
            DiscoveryScript script = DiscoveryScript.of(QUESTIONS, release);
            for (Load load : new Load[] {null, Load.STATSPACK, Load.SAMPLE}) {
                assertThat(licensed(script.render(load, true, null, "out.txt")))
                        .as(release + " " + load)
                        .isEmpty();
            }
            assertThat(licensed(script.render(Load.AWR, true, null, null)))
                    .as(release)
                    .contains("dba_hist_sysmetric_summary");
        }
    }

    @Test
    void noScriptThatIsShippedTouchesIt() throws IOException {
        try (var files = Files.walk(Path.of("..", "playbooks", "scripts"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(licensed(Files.readString(file))).as(file.toString()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1 FROM dba_hist_snapshot",
                "SELECT 1 FROM cdb_hist_osstat",
                "SELECT 1 FROM gv$active_session_history",
                "SELECT 1 FROM sys.v_$active_session_history",
                "SELECT 1 FROM dba_addm_findings",
                "SELECT 1 FROM awr_pdb_snapshot",
                "SELECT * FROM TABLE(DBMS_WORKLOAD_REPOSITORY.AWR_REPORT_TEXT(1, 1, 1, 2))",
                "SELECT 1 FROM v$sql_monitor",
                "@?/rdbms/admin/awrrpt.sql"
            })
    void theWatchKnowsThemByName(String text) {
        assertThat(licensed(text)).isNotEmpty();
    }

    @Test
    void thePlainViewsOfAnInstanceAreFree() {
        assertThat(licensed("SELECT 1 FROM gv$osstat, v$sysstat, v$system_event, gv$sys_time_model, dba_sql_profiles,"
                        + " v$rman_backup_job_details, perfstat.stats$sysstat, dba_feature_usage_statistics"))
                .isEmpty();
    }
}
