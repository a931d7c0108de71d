package io.gulliver.evidence.inventory;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * An inventory to fill in: every column with its name, and two lines that show how each is written. They are imported
 * without a problem, so that whoever replaces them value by value is led. The workbook (ECMA-376, text cells in line) has
 * the people on a second sheet, and offers the words of a column as a list.
 */
public final class InventoryTemplate {
    private static final Map<InventoryColumn, List<String>> EXAMPLES = new EnumMap<>(InventoryColumn.class);
    private static final List<String> PEOPLE =
            List.of("Payroll", "Ana Alvarez", "Ben Brown", "Cleo Chan", "on-call@example.com", "Dana Duarte");
    /** Lines below the header for which a workbook offers the words of a column. */
    private static final int LINES = 5000;

    private static final String XML = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
    private static final String SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    private static final String PACKAGE = "http://schemas.openxmlformats.org/package/2006/";
    private static final String OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private static final String TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.";

    static {
        example(InventoryColumn.DATABASE, "PAYROLL", "PAYTEST");
        example(InventoryColumn.APPLICATION, "Payroll", "Payroll");
        example(InventoryColumn.ENVIRONMENT, "production", "test");
        example(InventoryColumn.CRITICALITY, "2", "4");
        example(InventoryColumn.SOURCE_HOST, "x86-01.example.com", "x86-02.example.com");
        example(InventoryColumn.SOURCE_PORT, "1521", "1521");
        example(InventoryColumn.SOURCE_SERVICE, "payroll.example.com", "paytest.example.com");
        example(InventoryColumn.ORACLE_VERSION, "19.22", "19");
        example(InventoryColumn.SIZE_GB, "300", "40.5");
        example(InventoryColumn.OUTAGE_WINDOW_MINUTES, "240", "480");
        example(InventoryColumn.OWNER, "Ana Alvarez", "Ana Alvarez");
        example(InventoryColumn.TEAM, "Payroll team", "Payroll team");
        example(InventoryColumn.MOVE_GROUP, "payroll", "");
        example(InventoryColumn.EARLIEST, "2027-02-01", "");
        example(InventoryColumn.LATEST, "2027-06-30", "");
        example(InventoryColumn.TARGET_KIND, "auto", "");
        example(InventoryColumn.SOURCE_TOPOLOGY, "single", "pdb");
        example(InventoryColumn.DR, "standby", "none");
        example(InventoryColumn.NOTES, "An example: put a database of yours here", "An example: remove this line");
    }

    private InventoryTemplate() {}

    private static void example(InventoryColumn column, String first, String second) {
        EXAMPLES.put(column, List.of(first, second));
    }

    /** The databases as CSV in UTF-8. */
    public static byte[] csv() {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().build(text)) {
            databases().forEach(csv::writeRecord);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Databases and people as a workbook. */
    public static byte[] xlsx() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put(
                "[Content_Types].xml",
                "<Types xmlns=\"" + PACKAGE + "content-types\"><Default Extension=\"rels\""
                        + " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                        + type("workbook", "sheet.main") + type("worksheets/sheet1", "worksheet")
                        + type("worksheets/sheet2", "worksheet") + "</Types>");
        parts.put("_rels/.rels", relations(relation(1, "officeDocument", "xl/workbook.xml")));
        parts.put(
                "xl/workbook.xml",
                "<workbook xmlns=\"" + SHEETS + "\" xmlns:r=\"" + OFFICE + "\"><sheets>"
                        + "<sheet name=\"Databases\" sheetId=\"1\" r:id=\"rId1\"/>"
                        + "<sheet name=\"People\" sheetId=\"2\" r:id=\"rId2\"/></sheets></workbook>");
        parts.put(
                "xl/_rels/workbook.xml.rels",
                relations(relation(1, "worksheet", "worksheets/sheet1.xml")
                        + relation(2, "worksheet", "worksheets/sheet2.xml")));
        parts.put("xl/worksheets/sheet1.xml", sheet(databases(), words()));
        parts.put("xl/worksheets/sheet2.xml", sheet(List.of(PeopleColumn.keys(), PEOPLE), ""));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write((XML + part.getValue()).getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static List<List<String>> databases() {
        return Stream.<Function<InventoryColumn, String>>of(
                        InventoryColumn::key, column -> example(column, 0), column -> example(column, 1))
                .map(cell -> Arrays.stream(InventoryColumn.values()).map(cell).toList())
                .toList();
    }

    private static String example(InventoryColumn column, int line) {
        return EXAMPLES.getOrDefault(column, List.of("", "")).get(line);
    }

    private static String words() {
        StringBuilder lists = new StringBuilder();
        int many = 0;
        for (InventoryColumn column : InventoryColumn.values()) {
            if (!column.words().isEmpty()) {
                String name = letter(column.ordinal());
                lists.append("<dataValidation type=\"list\" allowBlank=\"1\" showErrorMessage=\"1\" sqref=\"")
                        .append(name + "2:" + name + (LINES + 1))
                        .append("\"><formula1>\"")
                        .append(String.join(",", column.words()))
                        .append("\"</formula1></dataValidation>");
                many++;
            }
        }
        return "<dataValidations count=\"" + many + "\">" + lists + "</dataValidations>";
    }

    private static String sheet(List<List<String>> rows, String after) {
        StringBuilder xml = new StringBuilder("<worksheet xmlns=\"" + SHEETS + "\"><sheetViews><sheetView"
                + " workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\""
                + " state=\"frozen\"/></sheetView></sheetViews><cols><col min=\"1\" max=\""
                + rows.get(0).size() + "\" width=\"22\" customWidth=\"1\"/></cols><sheetData>");
        for (int row = 0; row < rows.size(); row++) {
            xml.append("<row r=\"" + (row + 1) + "\">");
            List<String> cells = rows.get(row);
            for (int cell = 0; cell < cells.size(); cell++) {
                if (!cells.get(cell).isEmpty()) {
                    xml.append("<c r=\"" + letter(cell) + (row + 1) + "\" t=\"inlineStr\"><is><t>" + cells.get(cell)
                            + "</t></is></c>");
                }
            }
            xml.append("</row>");
        }
        return xml + "</sheetData>" + after + "</worksheet>";
    }

    /** A column's letter; the inventory has no more than the alphabet. */
    private static String letter(int column) {
        return String.valueOf((char) ('A' + column));
    }

    private static String type(String part, String type) {
        return "<Override PartName=\"/xl/" + part + ".xml\" ContentType=\"" + TYPE + type + "+xml\"/>";
    }

    private static String relation(int id, String type, String target) {
        return "<Relationship Id=\"rId" + id + "\" Type=\"" + OFFICE + "/" + type + "\" Target=\"" + target + "\"/>";
    }

    private static String relations(String all) {
        return "<Relationships xmlns=\"" + PACKAGE + "relationships\">" + all + "</Relationships>";
    }
}
