package io.gulliver.lab.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabLookTest {
    private static final String HEADER =
            "database,criticality,source_host,source_service,target_server,target_database\n";

    @TempDir
    private Path lab;

    /** The databases of the other program are carried there, and their servers built by it. */
    @Test
    void whatItAloneHasIsDescribedForItsCrossing() throws Exception {
        Files.writeString(lab.resolve("inventory.csv"), HEADER + "PAYROLL,2,db-07,payroll,blefuscu-14,PAYROLL\n");
        Files.writeString(
                lab.resolve("inventory-legacy.csv"),
                HEADER + "LEDGER,2,db-07,ledger,blefuscu-47,LEDGER\nPAYROLL,2,db-07,payroll,blefuscu-14,PAYROLL\n");
        Files.writeString(
                lab.resolve("program-legacy.yml"), "{key: legacy, title: Oldest, zone: UTC, policy: {labSpeed: max}}");
        Files.writeString(
                lab.resolve("servers.yml"),
                "blefuscu-14: {server.oracle.home: /u/14}\nblefuscu-47: {server.oracle.home: /u/47}\n");
        Files.writeString(lab.resolve("sources.yml"), "LEDGER: {source.oracle.home: /u/10.2}\n");
        LabLook look = LabLook.read(lab);
        assertThat(look.databases()).containsExactly("LEDGER", "PAYROLL");
        assertThat(look.policy()).containsEntry("labSpeed", "max");
        assertThat((Map<?, ?>) ((Map<?, ?>) look.policy().get("shared")).get("server"))
                .isEqualTo(Map.of(
                        "blefuscu-47",
                        Map.of("playbook", "dpm-server", "facts", Map.of("server.oracle.home", "/u/47"))));
        assertThat(look.policy().get("databases").toString())
                .contains("LEDGER={parameters={", "source_oracle_home=/u/10.2", "target_oracle_home=/u/47")
                .doesNotContain("PAYROLL");
    }
}
