package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.playbook.ActionDeclaration;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An evaluation writes down what each step would do, changes nothing and tells no secret. */
@Tag("store")
class EvaluationTest {
    /** What a text shows of a deed; a step that only computes says that it asks nobody. */
    private static final String[] DEEDS = {"Runs at ", "On host ", "Sends to ", "by SFTP"};

    @TempDir
    Path root;

    MigrationBench bench;
    int before;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root, "sys-grants");
        bench.copyWay = "auto";
        before = bench.lab.ledger().entries().size();
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private void judge(Map<String, String> texts) {
        Map<String, ActionDeclaration> declared = new TreeMap<>();
        declared.putAll(PlaybookLibrary.shipped().actions().actions());
        texts.forEach((step, text) -> {
            String action = step.substring(step.indexOf('(') + 1, step.length() - 1);
            assertThat(text).as(step).contains("Known only in the run: ");
            if (declared.get(action).mutating()) {
                assertThat(text).as(step + " changes something").containsAnyOf(DEEDS);
            } else {
                assertThat(text).as(step).containsAnyOf("Asks ", "On host ", "asks nobody", "MB, ");
            }
        });
        assertThat(texts.toString())
                .as("secrets")
                .doesNotContain("admin-secret")
                .doesNotContain("sys-secret")
                .doesNotContain("mover-secret")
                .doesNotContain("ssh-password");
        assertThat(bench.lab.ledger().entries())
                .as("the ledger of the lab, which has every mutating call")
                .hasSize(before);
    }

    @Test
    void everyStepOfDataPumpShowsItsDeedWithWhatDiscoveryFound() {
        Map<String, String> texts = bench.evaluate("data-pump", Map.of());
        judge(texts);
        assertThat(texts.get("export (movement.export)"))
                .contains(
                        "SCHEMAS=SHOP,SHOP_AUDIT,SHOP_WEB,STOCK,STOCK_AUDIT,STOCK_WEB\n",
                        "PARALLEL=2",
                        "DUMPFILE=mig_",
                        "_%L.dmp",
                        "FLASHBACK_SCN=«scn of point»")
                .contains("'MOVER'@'GULLIVER'", "(HOST = lilliput)", "(SERVICE_NAME = orders)(UR = A)")
                .contains("Known only in the run: \n    scn: «scn of point»");
        assertThat(texts.get("create-database (oracle.create-database)"))
                .contains("characterSet=AL32UTF8", "gdbName=CRM", "«target»");
        assertThat(texts.get("tablespaces (movement.prepare-tablespaces)"))
                .contains("CREATE BIGFILE TABLESPACE \"APP_DATA\"", "crm_app_data_mig01.dbf");
        assertThat(texts.get("prepare-source (movement.prepare-side)"))
                .contains(
                        "CREATE USER \"MOVER\" IDENTIFIED BY \"«password»\"", "CREATE OR REPLACE DIRECTORY \"MIG_DP\"");
    }

    @Test
    void everyStepOfDataPumpOverALinkShowsItsDeed() {
        Map<String, String> texts = bench.evaluate("data-pump-link", Map.of());
        judge(texts);
        assertThat(texts.get("link (movement.prepare-link)"))
                .contains(
                        "CREATE DATABASE LINK \"MIG_SRC\" CONNECT TO \"MOVER\" IDENTIFIED BY \"«password»\" USING"
                                + " '(DESCRIPTION=(CONNECT_TIMEOUT=10)(TRANSPORT_CONNECT_TIMEOUT=5)(ADDRESS=(PROTOCOL=TCP)(HOST=lilliput)")
                .contains("FROM dual@\"MIG_SRC\"");
        assertThat(texts.get("import (movement.import)"))
                .contains("NETWORK_LINK=«link of link»", "FLASHBACK_SCN=«scn of point»")
                .doesNotContain("DUMPFILE=");
        assertThat(texts.get("prepare-source (movement.prepare-side)"))
                .contains("CREATE USER \"MOVER\"")
                .doesNotContain("CREATE OR REPLACE DIRECTORY");
    }

    @Test
    void aLandingInAContainerShowsThePluggableDatabaseAndTheContainerItself() {
        Map<String, String> texts = bench.evaluate("data-pump", Map.of("landing.pdb", "CRM"));
        judge(texts);
        assertThat(texts.get("create-pdb (oracle.create-pdb)")).contains("-createPluggableDatabase", "-pdbName 'CRM'");
        judge(bench.evaluate(
                "target-database",
                Map.of(
                        "container.name",
                        "CDBHR",
                        "container.server",
                        MigrationBench.TARGET,
                        "container.character_set",
                        "AL32UTF8",
                        "container.national_character_set",
                        "AL16UTF16")));
    }

    @Test
    void everyActionOfTheCatalogueIsOfAPlaybookThatIsEvaluatedHereOrInTheBuildOfAServer() {
        PlaybookLibrary library = PlaybookLibrary.shipped();
        Set<String> evaluated = new TreeSet<>();
        Set<String> names = new TreeSet<>();
        for (Playbook playbook : library.playbooks()) {
            if (!playbook.name().startsWith("conformance")) {
                names.add(playbook.name());
                evaluated.addAll(actions(library, playbook.name()));
            }
        }
        assertThat(names)
                .as("a new playbook is evaluated in a test of its own, like BuildServerTest and BuildGuestTest")
                .containsExactly(
                        "data-pump",
                        "data-pump-link",
                        "discovery",
                        "dpm-server",
                        "server-resize",
                        "target-database",
                        "zvm-server");
        assertThat(actions(library, "data-pump"))
                .as("what discovery does is evaluated as the beginning of a way across")
                .containsAll(actions(library, "discovery"));
        List<String> unused = new ArrayList<>();
        for (ActionDeclaration action : library.actions().actions().values()) {
            if (!action.name().startsWith("conformance.")
                    && !action.queue().equals("control")
                    && !evaluated.contains(action.name())) {
                unused.add(action.name());
            }
        }
        assertThat(unused)
                .as("actions of workers that no shipped playbook uses, so nothing evaluates them")
                .isEmpty();
    }

    private static Set<String> actions(PlaybookLibrary library, String playbook) {
        Set<String> actions = new TreeSet<>();
        library.findPlan(library.findNewest(playbook).orElseThrow().hash()).orElseThrow().steps().stream()
                .map(PlanStep::action)
                .filter(action -> action != null)
                .forEach(actions::add);
        return actions;
    }
}
