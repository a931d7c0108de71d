package io.gulliver.adapter.oracle;

import io.gulliver.adapter.oracle.TableStatements.Column;
import io.gulliver.adapter.oracle.TableStatements.Generated;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures the fingerprint of a table against a plain look at all its rows, whole and by segments on several sessions. Run its
 * {@code main}; it is no test. The lab's store is not Oracle and has no access by a range of ROWIDs: it reads the whole table for
 * each segment. The ratios say nothing of megabytes a second in a data centre, which the first rehearsal measures
 * ({@code compare}).
 *
 * <p>Arguments: doublings of a table of 40 rows (12, that is 163,840).
 */
public final class HashBenchmark {
    private static final List<Column> COLUMNS =
            List.of(new Column("ID", "NUMBER", 22), new Column("NAME", "VARCHAR2", 100));

    private HashBenchmark() {}

    /** Prints one table row a round; the first round warms up. */
    public static void main(String[] args) throws Exception {
        int doublings = args.length > 0 ? Integer.parseInt(args[0]) : 12;
        try (OracleLab lab = new OracleLab(Files.createTempDirectory("gulliver-bench"))) {
            lab.source();
            for (int i = 0; i < doublings; i++) {
                disturb(
                        lab,
                        "insert into SHOP.T_007 (ID, NAME) select ID + (select max(ID) from SHOP.T_007), NAME from"
                                + " SHOP.T_007");
            }
            disturb(
                    lab,
                    "update DBA_SEGMENTS set bytes = " + (64L << 20) * 16
                            + " where owner = 'SHOP' and segment_name = 'T_007'");
            TableStatements tables = new TableStatements(lab.statements);
            List<Generated> segments = new ArrayList<>();
            try (OracleClient client = lab.client(OracleLab.SOURCE_HOST, "READER", OracleLab.PASSWORD, true)) {
                List<String> cuts = new ArrayList<>();
                client.query("table-cuts", Map.of("owners", ",SHOP,", "segment_bytes", (64L << 20) * 2)).stream()
                        .filter(row -> row.text("TABLE_NAME").equals("T_007"))
                        .forEach(row -> cuts.add(row.text("FIRST_ROW")));
                for (int i = 0; i <= cuts.size(); i++) {
                    segments.add(tables.segmentHash(
                            "SHOP",
                            "T_007",
                            COLUMNS,
                            null,
                            i == 0 ? null : cuts.get(i - 1),
                            i == cuts.size() ? null : cuts.get(i)));
                }
            }
            List<Generated> scan = List.of(tables.change("SHOP", "T_007"));
            List<Generated> whole = List.of(tables.rowHash("SHOP", "T_007", COLUMNS));
            System.out.println("| round | full scan ms | hash / scan | " + segments.size()
                    + " segments, 1 session / hash | 2 sessions / hash |");
            System.out.println("| --- | --- | --- | --- | --- |");
            for (int round = 0; round < 4; round++) {
                double scanned = millis(lab, scan, 1);
                double hashed = millis(lab, whole, 1);
                System.out.printf(
                        Locale.ROOT,
                        "| %d | %.0f | %.2f | %.2f | %.2f |%n",
                        round,
                        scanned,
                        hashed / scanned,
                        millis(lab, segments, 1) / hashed,
                        millis(lab, segments, 2) / hashed);
            }
        }
    }

    private static void disturb(OracleLab lab, String sql) {
        lab.oracle.disturb(OracleLab.SOURCE_HOST, "orders", sql);
    }

    /** All questions by so many sessions, each its share of them. */
    private static double millis(OracleLab lab, List<Generated> questions, int sessions) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(sessions);
        List<OracleClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < sessions; i++) {
                clients.add(lab.client(OracleLab.SOURCE_HOST, "READER", OracleLab.PASSWORD, true));
            }
            long began = System.nanoTime();
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < sessions; i++) {
                int session = i;
                done.add(threads.submit(() -> {
                    for (int next = session; next < questions.size(); next += sessions) {
                        clients.get(session).query(questions.get(next), Map.of());
                    }
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
            return (System.nanoTime() - began) / 1e6;
        } finally {
            threads.shutdownNow();
            clients.forEach(OracleClient::close);
        }
    }
}
