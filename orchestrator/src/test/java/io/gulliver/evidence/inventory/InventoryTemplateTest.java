package io.gulliver.evidence.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.Environment;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

class InventoryTemplateTest {
    @Test
    void isReadAsItIsWithoutAProblemInBothForms() {
        for (byte[] file : List.of(InventoryTemplate.csv(), InventoryTemplate.xlsx())) {
            InventoryWorkbook read = InventoryFile.read(file);
            assertThat(read.inventory().problems()).isEmpty();
            assertThat(read.inventory().rows())
                    .extracting(row ->
                            row.profile().database() + " " + row.profile().environment())
                    .containsExactly("PAYROLL " + Environment.PRODUCTION, "PAYTEST " + Environment.TEST);
            assertThat(read.people().problems()).isEmpty();
        }
        assertThat(InventoryFile.read(InventoryTemplate.xlsx()).people().rows())
                .as("the second sheet")
                .hasSize(1);
    }

    @Test
    void namesEveryColumn() {
        String header = new String(InventoryTemplate.csv(), StandardCharsets.UTF_8)
                .lines()
                .findFirst()
                .orElseThrow();
        assertThat(header.split(","))
                .containsExactly(Arrays.stream(InventoryColumn.values())
                        .map(InventoryColumn::key)
                        .toArray(String[]::new));
        assertThat(InventoryColumn.values()).as("a letter for each").hasSizeLessThanOrEqualTo(26);
    }

    @Test
    void offersTheWordsThatAColumnTakes() throws Exception {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(InventoryTemplate.xlsx()))) {
            String databases = "";
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                byte[] part = zip.readAllBytes();
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(part));
                if (entry.getName().endsWith("sheet1.xml")) {
                    databases = new String(part, StandardCharsets.UTF_8);
                }
            }
            assertThat(databases)
                    .contains("sqref=\"C2:C5001\"><formula1>\"production,test,development\"")
                    .contains("<dataValidations count=\"4\">");
        }
    }
}
