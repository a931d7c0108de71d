package io.gulliver.evidence.zvm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Writes reports in the layout of the Performance Toolkit Reference from figures that are known beforehand. */
final class GeneratedReports {
    /** One column: the lines of its heading, from above, and its width. */
    private record Column(String group, String above, String name, int width) {}

    final List<String> guests = new ArrayList<>();
    final double[] cpu;
    final double[] reads;
    final double[] cpuWait;
    final double[] pageWait;
    final double[] busy;
    final double[] pages;
    final boolean blank;
    private final boolean comma;
    private final Random random;

    GeneratedReports(Random random, int many, int intervals) {
        this.random = random;
        comma = random.nextBoolean();
        blank = random.nextBoolean();
        cpu = figures(many, 2000);
        reads = figures(many, 900);
        cpuWait = figures(many, 400);
        pageWait = figures(many, 300);
        busy = figures(intervals, 1000);
        pages = figures(intervals, 50_000);
        for (int i = 0; i < many; i++) {
            guests.add(String.format("LNX%05d", i).substring(0, 3 + random.nextInt(2)) + i);
        }
    }

    private double[] figures(int many, int most) {
        double[] figures = new double[many];
        for (int i = 0; i < many; i++) {
            figures[i] = random.nextInt(most) / 10.0;
        }
        return figures;
    }

    /** As printed: no zero before the mark. */
    String figure(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        text = text.startsWith("0.") ? text.substring(1) : text;
        return comma ? text.replace('.', ',') : text;
    }

    String text() {
        List<String> reports = new ArrayList<>(List.of(cpu(), user(), paging(), waits(), lpar(), system()));
        Collections.shuffle(reports, random);
        return String.join("\n", reports);
    }

    static String head(String code, String screen, String title) {
        return "1" + code + "  Run 2026/11/02 07:38:36         " + screen + "                            Page    1\n"
                + "                                         " + title + "\n"
                + "From 2026/11/01 23:40:00\nTo   2026/11/02 01:40:00\nFor    7200 Secs 02:00:00    Result of PROD Run\n"
                + "______________________________________________________________________________\n\n";
    }

    String cpu() {
        StringBuilder text = new StringBuilder(head("FCX100", "CPU", "General CPU Load and User Transactions"));
        text.append("CPU Load                                             Status or\n");
        text.append("PROC TYPE %CPU %CP %EMU  %WT %SYS %SP %SIC %LOGLD    ded. User\n");
        text.append("P00  IFL    50   5   45   50    2   0   ..     51    Master\n");
        text.append("P01  IFL    70   7   63   30    2   0   ..     71    Alternate\n\n");
        text.append("Total SSCH/RSCH    123/s    Page rate        " + figure(12.5) + "/s   Priv. instruct.  1234/s\n");
        return text.toString();
    }

    private String user() {
        List<Column> columns = new ArrayList<>(List.of(
                new Column("CPU Load", "", "%CPU", 7),
                new Column("CPU Load", "T/V", "Ratio", 6),
                new Column("Virtual IO/s", "", "Total", 6),
                new Column("Virtual IO/s", "", "DASD", 6)));
        Collections.shuffle(columns, random);
        StringBuilder text = new StringBuilder(head("FCX112", "USER", "Resource Usage by User"));
        text.append(heading("Userid", columns));
        for (int i = 0; i < guests.size(); i++) {
            int at = i;
            text.append(row(guests.get(i), columns, name -> switch (name) {
                case "%CPU" -> figure(cpu[at]);
                case "Ratio" -> figure(1.2);
                case "Total" -> blank ? "" : "....";
                default -> figure(3.5);
            }));
        }
        return text.toString();
    }

    private String paging() {
        List<Column> columns = new ArrayList<>(List.of(
                new Column("Paging Activity/s", "", "Reads", 7),
                new Column("Paging Activity/s", "", "Write", 7),
                new Column("Paging Activity/s", "", "X>DS", 6),
                new Column("Number of Pages", "", "Resrvd", 8),
                new Column("Number of Pages", "", "DASD", 8)));
        Collections.shuffle(columns, random);
        StringBuilder text = new StringBuilder(head("FCX113", "UPAGE", "User Paging Activity and Storage Utilization"));
        text.append(heading("Userid", columns));
        for (int i = 0; i < guests.size(); i++) {
            int at = i;
            text.append(row(guests.get(i), columns, name -> switch (name) {
                case "Reads" -> figure(reads[at]);
                case "Resrvd" -> "12345K";
                case "X>DS" -> blank ? "" : figure(0);
                default -> figure(7);
            }));
        }
        return text.toString();
    }

    private String waits() {
        List<Column> columns = new ArrayList<>();
        for (String name : List.of("%ACT", "%RUN", "%CPU", "%LDG", "%PGW", "%IOW", "%SIM", "%TIW", "%CFW", "%PGA")) {
            columns.add(new Column("", "", name, 5));
        }
        Collections.shuffle(columns, random);
        StringBuilder text = new StringBuilder(head("FCX114", "USTAT", "Wait State Analysis by User"));
        text.append(heading("Userid", columns));
        text.append(row(">System<", columns, name -> figure(1)));
        for (int i = 0; i < guests.size(); i++) {
            int at = i;
            text.append(row(guests.get(i), columns, name -> switch (name) {
                case "%CPU" -> figure(cpuWait[at]);
                case "%PGW" -> figure(pageWait[at]);
                case "%PGA", "%CFW" -> figure(0);
                default -> blank ? "" : figure(2);
            }));
        }
        return text.toString();
    }

    private String lpar() {
        return head("FCX126", "LPAR", "Logical Partition Activity")
                + "LPAR Data, Collected in Partition ZVMPROD\n\n"
                + "Processor type and model    : 3931-7F1\n"
                + "Nr. of configured partitions:      3\n"
                + "Nr. of physical processors  :     44\n\n"
                + line(
                        "Partition",
                        "Nr.",
                        "Upid",
                        "#Proc",
                        "Weight",
                        "Wait-C",
                        "Cap",
                        "%Load",
                        "CPU",
                        "%Busy",
                        "%Susp",
                        "Type")
                + line("ZVMPROD", "1", "01", "2", "800", "NO", "NO", figure(2.5), "0", figure(60), figure(1), "IFL")
                + line("", "", "", "", "", "", "", "", "1", figure(80), figure(3), "IFL")
                + line("ZVMTEST", "2", "02", "1", "DED", "NO", "YES", figure(1.5), "0", figure(10), figure(0), "IFL");
    }

    private static String line(Object... cells) {
        return String.format("%-9s %3s %4s %5s %6s %6s %4s %6s %4s %6s %6s %5s\n", cells);
    }

    private String system() {
        StringBuilder text = new StringBuilder(head("FCX225", "SYSSUMLG", "System Performance Summary by Time"));
        text.append("          <------- CPU --------> <Vec> <--Users--> <---I/O---> <Stg> <-Paging--> <Spl>\n")
                .append("                    <--Ratio-->                     SSCH  DASD Users <-Rate/s-->\n")
                .append("Interval   Pct        Cap-   On-   Pct  Log-       +RSCH  Resp    in PGIN+ Read+ Pages\n")
                .append("End Time  Busy   T/V  ture  line  Busy   ged Activ    /s  msec Elist PGOUT Write    /s\n")
                .append(String.format(
                        ">>Mean>> %5s %5s %5s %5s  ....   48     42 %5s %5s %5s %5s %5s %5s\n",
                        figure(50),
                        figure(1.1),
                        figure(.9),
                        figure(4),
                        figure(10),
                        figure(.4),
                        figure(0),
                        figure(0),
                        figure(50),
                        figure(0)));
        for (int i = 0; i < busy.length; i++) {
            int minute = 23 * 60 + 50 + 10 * i;
            text.append(String.format(
                    "%02d:%02d:00 %5s %5s %5s %5s  %4s   48     42 %5s %5s %5s %5s %5s %5s\n",
                    minute / 60 % 24,
                    minute % 60,
                    figure(busy[i]),
                    figure(1.1),
                    figure(.9),
                    figure(4),
                    blank ? "" : "....",
                    figure(10),
                    figure(.4),
                    figure(0),
                    blank ? "" : figure(0),
                    figure(pages[i]).length() > 5
                            ? figure(pages[i]).substring(0, figure(pages[i]).length() - 2)
                            : figure(pages[i]),
                    figure(0)));
        }
        return text.toString();
    }

    /** As the report can show it: figures of four digits and more lose their fraction. */
    double shownPages(int at) {
        return figure(pages[at]).length() > 5 ? Math.floor(pages[at]) : pages[at];
    }

    private static String heading(String first, List<Column> columns) {
        StringBuilder above = new StringBuilder(" ".repeat(9));
        StringBuilder below = new StringBuilder(String.format("%-9s", first));
        for (Column column : columns) {
            above.append(String.format("%" + column.width() + "s", column.above()));
            below.append(String.format("%" + column.width() + "s", column.name()));
        }
        return (above.toString().isBlank() ? "" : above + "\n") + below + "\n";
    }

    private interface Cell {
        String of(String name);
    }

    private static String row(String first, List<Column> columns, Cell cell) {
        StringBuilder row = new StringBuilder(String.format("%-9s", first));
        for (Column column : columns) {
            row.append(String.format("%" + column.width() + "s", cell.of(column.name())));
        }
        return row + "\n";
    }
}
