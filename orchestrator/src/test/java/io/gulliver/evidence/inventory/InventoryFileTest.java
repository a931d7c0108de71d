package io.gulliver.evidence.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.ApplicationPeople;
import io.gulliver.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.dhatim.fastexcel.Workbook;
import org.junit.jupiter.api.Test;

class InventoryFileTest {
    private static final byte[] COMPOUND = {
        (byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, (byte) 0xA1, (byte) 0xB1, 0x1A, (byte) 0xE1
    };

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] compound(String stream) {
        byte[] name = stream.getBytes(StandardCharsets.UTF_16LE);
        byte[] file = Arrays.copyOf(COMPOUND, 4096);
        System.arraycopy(name, 0, file, 1024, name.length);
        return file;
    }

    private static void refuses(byte[] file, String why, String remedy) {
        InventoryWorkbook read = InventoryFile.read(file);
        assertThat(read.inventory().readable()).isFalse();
        assertThat(read.inventory().rows()).isEmpty();
        assertThat(read.people()).isEqualTo(PeopleReading.NONE);
        assertThat(read.inventory().problems()).singleElement().satisfies(problem -> {
            assertThat(problem.why()).contains(why);
            assertThat(problem.remedy()).contains(remedy);
        });
    }

    @Test
    void tellsWorkbooksFromCsvByTheirContent() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Workbook workbook = new Workbook(out, "test", "1.0")) {
            var sheet = workbook.newWorksheet("Systems");
            for (int i = 0; i < 3; i++) {
                sheet.value(0, i, new String[] {"database", "application", "environment"}[i]);
                sheet.value(1, i, new String[] {"PAY", "Payroll", "test"}[i]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (byte[] file :
                new byte[][] {out.toByteArray(), text("database,application,environment\nPAY,Payroll,test\n")}) {
            InventoryWorkbook read = InventoryFile.read(file);
            assertThat(read.inventory().problems()).isEmpty();
            assertThat(read.inventory().rows())
                    .singleElement()
                    .satisfies(row -> assertThat(row.profile().database()).isEqualTo("PAY"));
            assertThat(read.people()).isEqualTo(PeopleReading.NONE);
        }
    }

    @Test
    void readsACsvOfPeopleAlone() {
        InventoryWorkbook read = InventoryFile.read(
                text("Application;Technical owner;On-call\nPayroll;Bob;+49 170\n;Eve;\nShop;\"a\nb\";\n"));
        assertThat(read.inventory().problems()).isEmpty();
        assertThat(read.people().rows())
                .containsExactly(
                        new PeopleReading.Row(2, new ApplicationPeople("Payroll", null, "Bob", null, "+49 170", null)));
        assertThat(read.people().columns())
                .containsExactly(PeopleColumn.APPLICATION, PeopleColumn.TECHNICAL_OWNER, PeopleColumn.ON_CALL);
        assertThat(read.people().problems())
                .extracting(InventoryProblem::text)
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("line 3, application \"\": the value is missing"),
                        two -> assertThat(two)
                                .startsWith("line 4, technical_owner \"a·b\": the value holds a control"));
    }

    @Test
    void namesThePasswordAndTheOldFormat() {
        refuses(compound("EncryptedPackage"), "protected by a password", "without a password");
        refuses(compound("Workbook"), "old Excel format (.xls)", "save it as XLSX");
        refuses(COMPOUND, "old Excel format (.xls)", "save it as XLSX");
    }

    @Test
    void refusesAnArchiveThatUnfoldsToMoreThanItMay() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("xl/worksheets/sheet1.xml"));
            byte[] zeros = new byte[1024 * 1024];
            for (int i = 0; i < 300; i++) {
                zip.write(zeros);
            }
            zip.closeEntry();
        }
        assertThat(out.size()).isLessThan(1024 * 1024);
        refuses(out.toByteArray(), "unfolds to more than 256 MB", "divide it");
    }

    @Test
    void refusesAnotherArchiveAndNoiseBehindEachMagicNumber() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("readme.txt"));
            zip.write(text("database,application,environment\n"));
            zip.closeEntry();
        }
        refuses(out.toByteArray(), "cannot be read", "save it again as XLSX");
        Seeds.forAll(20, (seed, random) -> {
            byte[] noise = new byte[random.nextInt(100_000) + 8];
            random.nextBytes(noise);
            System.arraycopy(new byte[] {'P', 'K', 3, 4}, 0, noise, 0, 4);
            refuses(noise, "cannot be read", "save it again as XLSX");
            System.arraycopy(COMPOUND, 0, noise, 0, 8);
            refuses(noise, "old Excel format", "save it as XLSX");
        });
    }

    @Test
    void refusesTenMegabytesOfNoise() {
        byte[] noise = new byte[10 * 1024 * 1024];
        new java.util.Random(11).nextBytes(noise);
        InventoryWorkbook read = InventoryFile.read(noise);
        assertThat(read.inventory().readable()).isFalse();
        assertThat(read.inventory().problems()).isNotEmpty();
    }
}
