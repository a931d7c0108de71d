package io.gulliver.evidence.awrreport;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** A report with figures that are known beforehand, in the layout of 11.2 or of 19c, as text or HTML. */
final class GeneratedReport {
    final boolean modern;
    final int cpus;
    final double idle;
    final double memoryGb;
    final Map<String, Double> loads = new LinkedHashMap<>();
    final List<String> events = new ArrayList<>();
    final List<int[]> sga = new ArrayList<>();
    final List<int[]> pga = new ArrayList<>();
    final String sgaTarget;
    final boolean oraError;
    final boolean emptyEvents;

    GeneratedReport(Random random) {
        modern = random.nextBoolean();
        cpus = 1 + random.nextInt(512);
        idle = random.nextInt(1000) / 10.0;
        memoryGb = (1 + random.nextInt(400_000)) / 100.0;
        loads.put("DB Time(s)", random.nextInt(10_000) / 10.0);
        loads.put("DB CPU(s)", random.nextInt(10_000) / 10.0);
        loads.put(modern ? "Redo size (bytes)" : "Redo size", random.nextInt(100_000_000) / 10.0);
        loads.put(modern ? "Logical read (blocks)" : "Logical reads", random.nextInt(1_000_000_000) / 10.0);
        loads.put(modern ? "Hard parses (SQL)" : "Hard parses", random.nextInt(1000) / 10.0);
        loads.put(modern ? "Executes (SQL)" : "Executes", random.nextInt(10_000_000) / 10.0);
        loads.put("Transactions", random.nextInt(100_000) / 10.0);
        emptyEvents = random.nextInt(5) == 0;
        for (int i = 0; i < (modern ? 10 : 5) && !emptyEvents; i++) {
            events.add("event " + (char) ('a' + i) + " of files");
        }
        int size = 1024 * (1 + random.nextInt(200));
        for (int i = 0; i < 2 + random.nextInt(15); i++) {
            sga.add(new int[] {size * (i + 1), random.nextInt(1_000_000), random.nextInt(2_000_000_000)});
            pga.add(new int[] {size * (i + 1), random.nextInt(1000)});
        }
        sgaTarget = String.valueOf(1_000_000L * random.nextInt(100_000));
        oraError = random.nextBoolean();
    }

    private static String grouped(double value, int places) {
        return String.format(Locale.US, "%,." + places + "f", value);
    }

    String text() {
        StringBuilder out = new StringBuilder("\nWORKLOAD REPOSITORY report for\n\n");
        if (modern) {
            out.append("DB Name         DB Id    Unique Name DB Role          Edition Release    RAC CDB\n")
                    .append("------------ ----------- ----------- ---------------- ------- ---------- --- ---\n")
                    .append("GENDB         1344731332 gendb       PRIMARY          EE      19.0.0.0.0 NO  YES\n\n")
                    .append("Instance     Inst Num Startup Time    User Name    System Data Visible\n")
                    .append("------------ -------- --------------- ------------ --------------------\n")
                    .append("gendb1              1 12-Feb-17 08:19 SYS          YES\n\n");
        } else {
            out.append("DB Name         DB Id    Instance     Inst Num Startup Time    Release     RAC\n")
                    .append("------------ ----------- ------------ -------- --------------- ----------- ---\n")
                    .append("GENDB         1344731332 gendb1              1 12-Feb-17 08:19 11.2.0.4.0  NO\n\n");
        }
        out.append("Host Name        Platform                         CPUs Cores Sockets Memory(GB)\n")
                .append("---------------- -------------------------------- ---- ----- ------- ----------\n")
                .append(String.format(
                        Locale.US,
                        "db01.example     Linux x86 64-bit                 %4d %5d       2 %10.2f\n\n",
                        cpus,
                        cpus,
                        memoryGb))
                .append("              Snap Id      Snap Time      Sessions Curs/Sess\n")
                .append("            --------- ------------------- -------- ---------\n")
                .append("Begin Snap:        37 12-Feb-17 12:16:04        25       1.6\n")
                .append("  End Snap:        38 12-Feb-17 13:16:06        27       2.1\n")
                .append("   Elapsed:               60.03 (mins)\n   DB Time:            1,141.41 (mins)\n\n");
        if (oraError) {
            out.append("ORA-01403: no data found\n\n");
        }
        out.append("Load Profile              Per Second    Per Transaction   Per Exec   Per Call\n")
                .append("~~~~~~~~~~~~         ---------------    --------------- ---------- ----------\n");
        loads.forEach((name, value) -> out.append(String.format(
                Locale.US, "%21s: %18s %18s\n", name, grouped(value, 1), name.equals("Transactions") ? "" : "0.9")));
        out.append("\nInstance Efficiency Percentages (Target 100%)\n~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n")
                .append("            Buffer Nowait %:   99.99       Redo NoWait %:  100.00\n")
                .append("            Buffer  Hit   %:   93.53    In-memory Sort %:  100.00\n\n");
        if (modern) {
            out.append("Top 10 Foreground Events by Total Wait Time\n~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n")
                    .append("                                           Total Wait       Avg   % DB Wait\n")
                    .append("Event                                Waits Time (sec)      Wait   time Class\n")
                    .append("------------------------------ ----------- ---------- --------- ------ --------\n");
            events.forEach(event -> out.append(String.format(
                    Locale.US,
                    "%-30s %11s %10s %9s %6s %-8s\n",
                    event,
                    "35,732",
                    "27.9K",
                    "184.02us",
                    "65.5",
                    "User I/O")));
        } else {
            out.append("Top 5 Timed Foreground Events\n~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n")
                    .append("                                                           Avg\n")
                    .append("                                                          wait   % DB\n")
                    .append("Event                                 Waits     Time(s)   (ms)   time Wait Class\n")
                    .append("------------------------------ ------------ ----------- ------ ------ ----------\n");
            events.forEach(event -> out.append(String.format(
                    Locale.US,
                    "%-30s %12s %11s %6s %6s %-10s\n",
                    event,
                    "35,732",
                    "6,575",
                    "184",
                    "65.5",
                    "User I/O")));
        }
        out.append("Host CPU (CPUs: ")
                .append(cpus)
                .append(" Cores: ")
                .append(cpus)
                .append(" Sockets: 2)\n")
                .append("~~~~~~~~         Load Average\n")
                .append("               Begin       End     %User   %System      %WIO     %Idle\n")
                .append("           --------- --------- --------- --------- --------- ---------\n")
                .append(String.format(
                        Locale.US, "                7.15     17.70       9.4       4.6       0.5 %9.1f\n\n", idle))
                .append("Memory Statistics\n~~~~~~~~~~~~~~~~~                       Begin          End\n")
                .append("                  Host Mem (MB):      2,002.5      2,002.5\n")
                .append("                   SGA use (MB):     10,240.0     10,240.0\n")
                .append("                   PGA use (MB):         60.6        102.4\n\n")
                .append("Foreground Wait Events                       DB/Inst: GENDB/gendb1  Snaps: 37-38\n\n")
                .append("                                        %Time Total Wait    wait    Waits   % DB\n")
                .append("Event                             Waits -outs   Time (s)    (ms)     /txn   time\n")
                .append("-------------------------- ------------ ----- ---------- ------- -------- ------\n")
                .append("another event                    35,732     0      6,575     184      4.0   77.5\n")
                .append("          -------------------------------------------------------------\n\n");
        out.append("PGA Memory Advisory                           DB/Inst: GENDB/gendb1  Snap: 38\n")
                .append("-> When using Auto Memory Mgmt, minimally choose a pga_aggregate_target value\n")
                .append("   where Estd PGA Overalloc Count is 0\n\n")
                .append("                                       Estd Extra    Estd P Estd PGA\n")
                .append("PGA Target    Size           W/A MB   W/A MB Read/    Cache Overallo    Estd\n")
                .append("  Est (MB)   Factr        Processed Written to Disk   Hit %    Count    Time\n")
                .append("---------- ------- ---------------- ---------------- ------ -------- -------\n");
        for (int[] row : pga) {
            out.append(String.format(
                    Locale.US,
                    "%10s     1.0          2,671.7            387.9   87.0 %8s 7.9E+11\n",
                    grouped(row[0], 0),
                    row[1]));
        }
        out.append("          -------------------------------------------------------------\n\n")
                .append("SGA Target Advisory                           DB/Inst: GENDB/gendb1  Snap: 38\n\n")
                .append("SGA Target   SGA Size       Est DB     Est Physical\n")
                .append("  Size (M)     Factor     Time (s)            Reads\n")
                .append("---------- ---------- ------------ ----------------\n");
        for (int[] row : sga) {
            out.append(String.format(
                    Locale.US,
                    "%10s        1.1 %12s %16s\n",
                    grouped(row[0], 0),
                    grouped(row[1], 0),
                    grouped(row[2], 0)));
        }
        out.append("          -------------------------------------------------------------\n\n")
                .append("init.ora Parameters                           DB/Inst: GENDB/gendb1  Snaps: 37-38\n\n")
                .append("                                                                End value\n")
                .append("Parameter Name                Begin value                       (if different)\n")
                .append("----------------------------- --------------------------------- --------------\n")
                .append("audit_file_dest               /u01/app/oracle/admin/GENDB/adump\n")
                .append(String.format("sga_target                    %-33s\n", sgaTarget))
                .append("processes                     300                               500\n")
                .append("          -------------------------------------------------------------\n\nEnd of Report\n");
        return out.toString();
    }

    String html() {
        StringBuilder out = new StringBuilder("<html lang=\"en\"><head><title>AWR Report for DB: GENDB</title>"
                + "<style type=\"text/css\">td.awrc {color:black}</style></head><body class=\"awr\">\n"
                + "<h1 class=\"awr\">\nWORKLOAD REPOSITORY report for\n</h1><p />\n");
        if (modern) {
            table(
                    out,
                    List.of("DB Name", "DB Id", "Unique Name", "Role", "Edition", "Release", "RAC", "CDB"),
                    List.of(List.of("GENDB", "1344731332", "gendb", "PRIMARY", "EE", "19.0.0.0.0", "NO", "YES")));
            table(
                    out,
                    List.of("Instance", "Inst Num", "Startup Time"),
                    List.of(List.of("gendb1", "1", "12-Feb-17 08:19")));
        } else {
            table(
                    out,
                    List.of("DB Name", "DB Id", "Instance", "Inst num", "Startup Time", "Release", "RAC"),
                    List.of(List.of("GENDB", "1344731332", "gendb1", "1", "12-Feb-17 08:19", "11.2.0.4.0", "NO")));
        }
        table(
                out,
                List.of("Host Name", "Platform", "CPUs", "Cores", "Sockets", "Memory (GB)"),
                List.of(List.of(
                        "db01.example",
                        "Linux x86 64-bit",
                        "&#160;" + cpus,
                        "&#160;" + cpus,
                        "2",
                        String.format(Locale.US, "%.2f", memoryGb))));
        table(
                out,
                List.of("", "Snap Id", "Snap Time", "Sessions", "Cursors/Session"),
                List.of(
                        List.of("Begin Snap:", "37", "12-Feb-17 12:16:04", "25", "1.6"),
                        List.of("End Snap:", "38", "12-Feb-17 13:16:06", "27", "2.1"),
                        List.of("Elapsed:", "&#160;", "&#160;60.03 (mins)", "&#160;", "&#160;"),
                        List.of("DB Time:", "&#160;", "&#160;1,141.41 (mins)", "&#160;", "&#160;")));
        out.append("<h3 class=\"awr\">Report Summary</h3>\n")
                .append(oraError ? "ORA-01403: no data found\n" : "")
                .append("Load Profile\n");
        List<List<String>> rows = new ArrayList<>();
        loads.forEach((name, value) ->
                rows.add(List.of(name + ":", "&#160;" + grouped(value, 1), "&#160;0.9", "&#160;", "&#160;")));
        table(out, List.of("", "Per Second", "Per Transaction", "Per Exec", "Per Call"), rows);
        out.append("Instance Efficiency Percentages (Target 100%)\n");
        table(
                out,
                List.of(),
                List.of(
                        List.of("Buffer Nowait %:", "&#160;99.99", "Redo NoWait %:", "&#160;100.00"),
                        List.of("Buffer Hit %:", "&#160;93.53", "In-memory Sort %:", "&#160;100.00")));
        out.append("<h3>Top Foreground Events</h3>");
        List<List<String>> waits = new ArrayList<>();
        events.forEach(
                event -> waits.add(List.of(event, "35,732", modern ? "27.9K" : "6,575", "184", "65.5", "User I/O")));
        table(
                out,
                modern
                        ? List.of("Event", "Waits", "Total Wait Time (sec)", "Avg Wait", "% DB time", "Wait Class")
                        : List.of("Event", "Waits", "Time(s)", "Avg wait (ms)", "% DB time", "Wait Class"),
                waits);
        table(
                out,
                List.of(
                        "CPUs",
                        "Cores",
                        "Sockets",
                        "Load Average Begin",
                        "Load Average End",
                        "%User",
                        "%System",
                        "%WIO",
                        "%Idle"),
                List.of(List.of(
                        String.valueOf(cpus),
                        String.valueOf(cpus),
                        "2",
                        "7.15",
                        "17.70",
                        "9.4",
                        "4.6",
                        "0.5",
                        String.format(Locale.US, "%.1f", idle))));
        table(
                out,
                List.of("", "Begin", "End"),
                List.of(
                        List.of("Host Mem (MB):", "2,002.5", "2,002.5"),
                        List.of("SGA use (MB):", "10,240.0", "10,240.0"),
                        List.of("PGA use (MB):", "60.6", "102.4")));
        out.append("<h3>PGA Memory Advisory</h3>");
        List<List<String>> pgaRows = new ArrayList<>();
        pga.forEach(row -> pgaRows.add(
                List.of(grouped(row[0], 0), "1.00", "2,671.7", "387.9", "87.00", String.valueOf(row[1]), "790,000")));
        table(
                out,
                List.of(
                        "PGA Target Est (MB)",
                        "Size Factr",
                        "W/A MB Processed",
                        "Estd Extra W/A MB Read/ Written to Disk",
                        "Estd PGA Cache Hit %",
                        "Estd PGA Overalloc Count",
                        "Estd Time"),
                pgaRows);
        List<List<String>> sgaRows = new ArrayList<>();
        sga.forEach(row -> sgaRows.add(List.of(grouped(row[0], 0), "1.10", grouped(row[1], 0), grouped(row[2], 0))));
        table(out, List.of("SGA Target Size (M)", "SGA Size Factor", "Est DB Time (s)", "Est Physical Reads"), sgaRows);
        table(
                out,
                List.of("Parameter Name", "Begin value", "End value (if different)"),
                List.of(
                        List.of("audit_file_dest", "/u01", ""),
                        List.of("sga_target", sgaTarget, "&#160;"),
                        List.of("processes", "300", "500")));
        return out.append("<p />End of Report</body></html>\n").toString();
    }

    private static void table(StringBuilder out, List<String> heading, List<List<String>> rows) {
        out.append("<table border=\"0\" class=\"tdiff\">");
        if (!heading.isEmpty()) {
            out.append("<tr>");
            heading.forEach(name -> out.append("<th class=\"awrbg\" scope=\"col\">")
                    .append(name)
                    .append("</th>"));
            out.append("</tr>\n");
        }
        for (List<String> row : rows) {
            out.append("<tr>");
            row.forEach(cell -> out.append("<td class=\"awrc\">").append(cell).append("</td>"));
            out.append("</tr>\n");
        }
        out.append("</table><p />\n");
    }
}
