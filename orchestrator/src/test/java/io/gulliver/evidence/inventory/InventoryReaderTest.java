package io.gulliver.evidence.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an inventory file may look like, and what is said of one that is wrong. */
class InventoryReaderTest {
    private static InventoryReading read(String text) {
        return InventoryReader.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static InventoryProblem only(InventoryReading reading) {
        assertThat(reading.problems()).hasSize(1);
        return reading.problems().get(0);
    }

    @Test
    void refusesNamesOfDatabasesThatNoAddressCanHold() {
        for (String name : List.of(
                "../../etc/passwd",
                "a/b",
                ".",
                "..",
                "a;rm",
                "a%0ab",
                "$(id)",
                "${7*7}",
                "__${7*7}__",
                "'><svg",
                "a b")) {
            InventoryReading read =
                    InventoryReader.read(("database,application,environment\n\"" + name + "\",crm,production\n")
                            .getBytes(StandardCharsets.UTF_8));

            assertThat(read.rows()).as(name).isEmpty();
            assertThat(read.problems())
                    .as(name)
                    .anyMatch(problem -> "database".equals(problem.column()) && problem.line() == 2);
        }
    }

    @Test
    void takesColumnsInAnyOrderAndKeepsUnknownOnesAsTags() {
        InventoryReading reading = read("Environment,cost centre,DATABASE,application\nproduction,4711,ORDERS,shop\n");
        assertThat(reading.problems()).isEmpty();
        DatabaseProfile profile = reading.rows().get(0).profile();
        assertThat(profile.database()).isEqualTo("ORDERS");
        assertThat(profile.environment()).isEqualTo(Environment.PRODUCTION);
        assertThat(profile.tags()).containsExactly(java.util.Map.entry("cost_centre", "4711"));
        assertThat(reading.columns()).containsExactly("environment", "database", "application");
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t"})
    void findsTheSeparator(String s) {
        String quoted = s.equals("\t") ? "x;y" : "x" + s + "y";
        InventoryReading reading = read("\ufeffdatabase" + s + "application" + s + "environment\r\nA" + s + "\""
                + quoted + "\"" + s + "test\r\n\r\n");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.rows().get(0).profile().application()).isEqualTo(quoted);
    }

    /** Inventories of every form: what stands in the model comes back, whatever wrote it. */
    @Test
    void givesBackTheModelWhateverTheOrderTheSeparatorAndTheQuotes() {
        Seeds.forAll(200, (seed, random) -> {
            List<String> columns = new ArrayList<>(
                    List.of("database", "application", "environment", "size_gb", "owner", "Rack Number", "notes"));
            Collections.shuffle(columns, random);
            String separator = List.of(",", ";", "\t").get(random.nextInt(3));
            boolean comma = !separator.equals(",") && random.nextBoolean();
            List<Map<String, String>> rows = new ArrayList<>();
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "\ufeff" : "");
            text.append(columns.stream()
                            .map(name -> random.nextBoolean() ? name : name.toUpperCase(java.util.Locale.ROOT))
                            .collect(java.util.stream.Collectors.joining(separator)))
                    .append('\n');
            for (int i = 0; i < 1 + random.nextInt(30); i++) {
                Map<String, String> row = new java.util.TreeMap<>();
                row.put("database", "DB" + i);
                row.put(
                        "application",
                        List.of("shop", separator.equals("\t") ? "a;b" : "a" + separator + "b", "say \"hi\"")
                                .get(random.nextInt(3)));
                row.put(
                        "environment",
                        List.of("test", "Production", "development").get(random.nextInt(3)));
                row.put(
                        "size_gb",
                        random.nextBoolean() ? "" : (100 + random.nextInt(900)) + "." + (10 + random.nextInt(89)));
                row.put("owner", random.nextBoolean() ? "" : "Zoë Müller");
                row.put("Rack Number", random.nextBoolean() ? "" : "R" + i);
                row.put("notes", random.nextBoolean() ? "" : "two\nlines");
                rows.add(row);
                text.append(columns.stream()
                                .map(name -> {
                                    String value = row.get(name);
                                    String shown = name.equals("size_gb") && comma ? value.replace('.', ',') : value;
                                    boolean quote = shown.matches("(?s).*[\"\n,;\t].*") || random.nextInt(4) == 0;
                                    return quote ? '"' + shown.replace("\"", "\"\"") + '"' : shown;
                                })
                                .collect(java.util.stream.Collectors.joining(separator)))
                        .append(random.nextInt(6) == 0 ? "\n\n" : "\n");
            }
            String lines = random.nextBoolean() ? text.toString().replace("\n", "\r\n") : text.toString();

            InventoryReading reading = InventoryReader.read(lines.getBytes(StandardCharsets.UTF_8));

            assertThat(reading.problems()).isEmpty();
            assertThat(reading.rows()).hasSameSizeAs(rows);
            for (int i = 0; i < rows.size(); i++) {
                DatabaseProfile profile = reading.rows().get(i).profile();
                Map<String, String> row = rows.get(i);
                assertThat(profile.database()).isEqualTo(row.get("database"));
                assertThat(profile.application()).isEqualTo(row.get("application"));
                assertThat(profile.gigabytes())
                        .isEqualTo(row.get("size_gb").isEmpty() ? null : Double.valueOf(row.get("size_gb")));
                assertThat(profile.owner()).isEqualTo(row.get("owner").isEmpty() ? null : row.get("owner"));
                assertThat(profile.tags().get("rack_number"))
                        .isEqualTo(row.get("Rack Number").isEmpty() ? null : row.get("Rack Number"));
            }
        });
    }

    @Test
    void readsEveryColumn() {
        InventoryReading reading = read("""
                database;application;environment;criticality;source_host;source_port;source_service;oracle_version;size_gb;outage_window_minutes;owner;team;move_group;earliest;latest;target_kind;target_server;target_database;target_release;source_topology;dr;credential;notes
                ORDERS;shop;Production;1;x86-1;1521;ord.svc;19.22;1.234,5;240;Ana;dba;g1;2026-03-01;2026-06-30;zvm;lx1 lx2;CDB1/ORD;19;rac;standby;lab-dba;"two
                lines"
                """);
        assertThat(reading.problems()).isEmpty();
        DatabaseProfile profile = reading.rows().get(0).profile();
        assertThat(profile.gigabytes()).isEqualTo(1234.5);
        assertThat(profile.notes()).isEqualTo("two\nlines");
        assertThat(profile.targetServer()).isEqualTo("lx1 lx2");
        assertThat(reading.columns()).hasSize(23);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "size_gb|'1,5'|1.5",
                "size_gb|'12,25'|12.25",
                "size_gb|'0,125'|0.125",
                "size_gb|'1.234,5'|1234.5",
                "size_gb|'1,234.5'|1234.5",
                "size_gb|1.234|1.234",
                "size_gb|'1234,5678'|1234.5678"
            })
    void takesDecimalCommasThatCanBeNothingElse(String column, String value, double wanted) {
        InventoryReading reading = read("database;application;environment;" + column + "\nA;x;test;" + value + "\n");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.rows().get(0).profile().gigabytes()).isEqualTo(wanted);
    }

    @Test
    void refusesANumberThatMayMeanTwoThings() {
        assertThat(only(read("database;application;environment;size_gb\nA;x;test;1,234\n")))
                .isEqualTo(new InventoryProblem(
                        2,
                        "size_gb",
                        "1,234",
                        "the comma may separate thousands or decimals",
                        "Write it without thousands separators, as 1234.5"));
        assertThat(only(read("database;application;environment;size_gb\nA;x;test;1,5\nB;x;test;1.234\n"))
                        .why())
                .contains("decimal commas");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "environment|prod|none of its words",
                "criticality|5|whole number from 1 to 4",
                "criticality|1.0|whole number",
                "source_host|jdbc:oracle:thin:@h|no host name",
                "source_host|'h; rm'|no host name",
                "source_port|70000|65535",
                "source_service|a/b|no service name",
                "oracle_version|latest|no Oracle release",
                "size_gb|-3|no size",
                "size_gb|1e9|no size",
                "size_gb|NaN|no size",
                "outage_window_minutes|0|whole number",
                "earliest|31.03.2026|no day",
                "earliest|2026-02-30|no day",
                "target_kind|vmware|none of its words",
                "target_database|a/b/c|no name of a database",
                "credential|env:PW|no name of a credential",
                "credential|https://x|no name of a credential",
                "notes|=1+1|formula",
                "notes|@SUM(A1)|formula",
                "notes|+cmd!A1|formula",
                "owner|=HYPERLINK(1)|formula"
            })
    void saysWhatIsWrongWithAValue(String column, String value, String why) {
        String header = "environment".equals(column) ? "" : "\t" + column;
        String environment = "environment".equals(column) ? value : "test\t" + value;
        InventoryProblem problem =
                only(read("database\tapplication\tenvironment" + header + "\nA\tx\t" + environment + "\n"));
        assertThat(problem.line()).isEqualTo(2);
        assertThat(problem.column()).isEqualTo(column);
        assertThat(problem.value()).isEqualTo(value);
        assertThat(problem.why()).contains(why);
        assertThat(problem.remedy()).isNotBlank();
    }

    @Test
    void answersAllProblemsOfAFileAtOnceBesideTheGoodLines() {
        StringBuilder file = new StringBuilder("database,application,environment,criticality\n");
        for (int i = 1; i <= 5000; i++) {
            file.append("DB")
                    .append(i)
                    .append(",app,test,")
                    .append(i % 100 == 0 ? 9 : 1)
                    .append('\n');
        }
        InventoryReading reading = read(file.toString());
        assertThat(reading.problems()).hasSize(50);
        assertThat(reading.problems().get(0).line()).isEqualTo(101);
        assertThat(reading.rows()).hasSize(4950);
    }

    @Test
    void namesBothLinesOfADatabaseThatComesTwice() {
        InventoryProblem problem = only(read("database,application,environment\nA,x,test\nB,x,test\na,y,test\n"));
        assertThat(problem.line()).isEqualTo(4);
        assertThat(problem.why()).isEqualTo("line 2 has the same database");
    }

    @Test
    void countsLinesAsAnEditorDoes() {
        InventoryReading reading =
                read("database,application,environment,notes\r\nA,x,test,\"one\r\ntwo\"\r\n\r\nB,x,wrong,\r\n");
        assertThat(only(reading).line()).isEqualTo(5);
    }

    @Test
    void refusesHeadersThatAreNone() {
        assertThat(only(read("a,b,c\n1,2,3\n")).why()).contains("no column of an inventory");
        assertThat(only(read("database,application\nA,x\n")).column()).isEqualTo("environment");
        assertThat(only(read("database,application,environment,owner,Owner\nA,x,test,a,b\n"))
                        .why())
                .contains("twice");
        assertThat(read("database,application,environment\n").problems()).hasSize(1);
    }

    @Test
    void refusesLinesOfAnotherLength() {
        assertThat(only(read("database,application,environment\nA,x,test,more\n"))
                        .why())
                .isEqualTo("the line has 4 fields, the header 3");
        assertThat(only(read("database,application,environment\nA,x\n")).why()).contains("2 fields");
    }

    @Test
    void refusesFilesThatAreNone() {
        assertThat(only(InventoryReader.read(new byte[0])).why()).isEqualTo("the file is empty");
        assertThat(only(read(" \n \n")).why()).isEqualTo("the file is empty");
        assertThat(only(read("database,application,environment\nA,x\0,test\n")).text())
                .isEqualTo("line 2: the line holds a NUL byte. Save the file as CSV in UTF-8.");
        assertThat(only(InventoryReader.read("database".getBytes(StandardCharsets.UTF_16)))
                        .why())
                .contains("UTF-16");
        assertThat(only(InventoryReader.read("database,application,environment\nB\u00fccher,x,test\n"
                                .getBytes(StandardCharsets.ISO_8859_1)))
                        .text())
                .startsWith("line 2: the line is not in UTF-8");
        assertThat(only(InventoryReader.read(new byte[] {'P', 'K', 3, 4, 5})).why())
                .contains("spreadsheet");
        assertThat(only(InventoryReader.read(new byte[InventoryReader.MAX_BYTES + 1]))
                        .why())
                .contains("more than 24 MB");
    }

    @Test
    void answersNoiseOfTenMegabytesWithOneProblem() {
        Random random = new Random(7);
        byte[] noise = new byte[10 * 1024 * 1024];
        random.nextBytes(noise);
        assertThat(InventoryReader.read(noise).problems()).hasSize(1);
        for (int i = 0; i < noise.length; i++) {
            noise[i] = (byte) (' ' + Math.floorMod(noise[i], 95));
        }
        InventoryReading printable = InventoryReader.read(noise);
        assertThat(printable.readable()).isFalse();
        assertThat(printable.problems()).hasSize(1);
    }

    @Test
    void refusesHugeLinesAndQuotesThatNeverClose() {
        String header = "database,application,environment,notes\n";
        assertThat(only(read(header + "A,x,test," + "n".repeat(500_000) + "\n")).why())
                .contains("500000 characters");
        assertThat(only(read(header + "A,x,test," + "n".repeat(3_000_000) + "\n"))
                        .why())
                .contains("too long");
        InventoryReading open = read(header + "A,x,test,\"never closed\nB,x,test,\nC,x,test,\n");
        assertThat(open.problems()).isNotEmpty();
        assertThat(open.problems().get(0).line()).isEqualTo(2);
    }

    @Test
    void boundsTheNumberOfProblems() {
        StringBuilder file = new StringBuilder("database,application,environment\n");
        for (int i = 0; i < InventoryReader.MAX_PROBLEMS + 5; i++) {
            file.append("D").append(i).append(",x,nowhere\n");
        }
        InventoryReading reading = read(file.toString());
        assertThat(reading.problems()).hasSize(InventoryReader.MAX_PROBLEMS + 1);
        assertThat(reading.problems().get(InventoryReader.MAX_PROBLEMS).why()).startsWith("5 more problems");
        assertThat(reading.rows()).isEmpty();
    }
}
