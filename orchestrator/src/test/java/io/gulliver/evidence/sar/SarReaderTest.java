package io.gulliver.evidence.sar;

import static io.gulliver.evidence.EvidenceBytes.ORIGIN;
import static io.gulliver.evidence.EvidenceBytes.stream;
import static io.gulliver.evidence.EvidenceBytes.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.SeriesReading;
import io.gulliver.evidence.TimeSeries;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SarReaderTest {
    private static final String HEAD = "Linux 4.18.0-372.el8.s390x (linuxone1) \t11/21/2026 \t_s390x_\t(8 CPU)\n\n";

    @Test
    void readsTheTwelveHourClockOverMidnightAndNoon() throws IOException {
        SeriesReading reading = SarTextReader.read(
                stream(HEAD
                        + "11:50:01 AM     CPU     %user     %nice   %system   %iowait    %steal     %idle\n"
                        + "12:00:01 PM     all     10.00      0.00      5.00      1.00      0.50     83.50\n"
                        + "11:50:01 PM     all     20.00      0.00      5.00      1.00      0.50     73.50\n"
                        + "12:00:01 AM     all     30.00      0.00      5.00      1.00      0.50     63.50\n"),
                ORIGIN);

        assertThat(values(reading.reading()))
                .containsEntry("evidence.sar.from", "2026-11-21T12:00:01")
                .containsEntry("evidence.sar.to", "2026-11-22T00:00:01")
                .containsEntry("host.architecture", "s390x")
                .containsEntry("host.cpu.busyPercent.max", 35.5);
        assertThat(reading.reading().problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "11/21/26,2026-11-21",
        "21/11/2026,2026-11-21",
        "21.11.2026,2026-11-21",
        "2026-11-21,2026-11-21",
        "01.02.2026,2026-02-01",
        "21-11-26,2026-11-21"
    })
    void knowsTheDateInAnyOrderOfItsParts(String written, String meant) throws IOException {
        SeriesReading reading = SarTextReader.read(
                stream("Linux 3.10.0 (h)\t" + written + "\t_x86_64_\t(2 CPU)\n\n"
                        + "10:00:00  runq-sz  plist-sz   ldavg-1   ldavg-5  ldavg-15   blocked\n"
                        + "10:10:00        3       400      1,25      1,00      0,90         0\n"
                        + "10:10:00  CPU %user %idle %iowait\n10:20:00  all 1,00 98,00 1,00\n"),
                ORIGIN);

        assertThat(values(reading.reading())).containsEntry("evidence.sar.from", meant + "T10:20");
    }

    @Test
    void saysThatADateCouldBeTwoDays() throws IOException {
        SeriesReading reading = SarTextReader.read(stream("Linux 3.10.0 (h)\t02/03/2026\t_x86_64_\t(2 CPU)\n"), ORIGIN);

        assertThat(reading.reading().problems())
                .extracting(EvidenceProblem::message)
                .anyMatch(message -> message.contains("02/03/2026 is taken as month/day/year"));
    }

    private static String day(String date, String busy) {
        return "Linux 3.10.0-1160.el7.x86_64 (db1) \t" + date + " \t_x86_64_\t(2 CPU)\n\n"
                + "12:00:01        CPU     %user     %nice   %system   %iowait    %steal     %idle\n"
                + "12:10:01        all     " + busy + "     0,00      0,00      0,00      0,00     90,00\n"
                + "Durchschn.:     all     " + busy + "     0,00      0,00      0,00      0,00     90,00\n";
    }

    /** A month of one file each day, in a language that writes the day first: twelve of its dates could be both. */
    @Test
    void readsAllDatesOfAFileInOneOrder() throws IOException {
        String month = IntStream.rangeClosed(1, 30)
                .mapToObj(day -> day("%02d/11/2026".formatted(day), "10,00"))
                .collect(Collectors.joining("\n"));

        SeriesReading reading = SarTextReader.read(stream(month), ORIGIN);

        assertThat(values(reading.reading()))
                .containsEntry("evidence.sar.from", "2026-11-01T12:10:01")
                .containsEntry("evidence.sar.to", "2026-11-30T12:10:01")
                .containsEntry("evidence.sar.intervals", 30L)
                .containsEntry("host.architecture", "x86_64");
        assertThat(reading.reading().problems()).isEmpty();
    }

    @Test
    void takesTheOrderInWhichTheDaysFollowEachOther() throws IOException {
        SeriesReading dayFirst =
                SarTextReader.read(stream(day("01/11/26", "10,00") + day("02/11/26", "10,00")), ORIGIN);
        SeriesReading monthFirst =
                SarTextReader.read(stream(day("11/01/26", "10,00") + day("11/02/26", "10,00")), ORIGIN);

        assertThat(values(dayFirst.reading())).containsEntry("evidence.sar.to", "2026-11-02T12:10:01");
        assertThat(values(monthFirst.reading())).containsEntry("evidence.sar.to", "2026-11-02T12:10:01");
        assertThat(dayFirst.reading().problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"12.10.01,2026. 11. 21.", "12时10分01秒,2026年11月21日", "12時10分01秒,2026年11月21日"})
    void readsClocksAndDatesOfOtherLanguages(String clock, String date) throws IOException {
        SeriesReading reading = SarTextReader.read(
                stream("Linux 5.14.0 (db1) \t" + date + " \t_x86_64_\t(2 CPU)\n\n"
                        + clock + "  CPU %user %iowait %idle\n"
                        + clock.replace("10", "20") + "  all 1.00 0.00 99.00\n平均时间:  all 1.00 0.00 99.00\n"),
                ORIGIN);

        assertThat(values(reading.reading())).containsEntry("evidence.sar.from", "2026-11-21T12:20:01");
        assertThat(reading.reading().problems()).isEmpty();
    }

    @Test
    void takesTheFirstOfSeveralHostsAndNamesTheOthers() throws IOException {
        String other = HEAD.replace("linuxone1", "db2")
                + "10:00:00  CPU %user %iowait %idle\n10:10:00  all 90.00 0.00 10.00\n";

        SeriesReading reading = SarTextReader.read(
                stream(HEAD + "10:00:00  CPU %user %iowait %idle\n10:10:00  all 1.00 0.00 99.00\n" + other), ORIGIN);

        assertThat(values(reading.reading()))
                .containsEntry("host.names", List.of("linuxone1"))
                .containsEntry("host.cpu.busyPercent.max", 1.0);
        assertThat(reading.reading().problems())
                .extracting(EvidenceProblem::message)
                .anyMatch(message -> message.contains("figures of linuxone1 are taken, those of db2 are left out"));
    }

    /** The same 8 GB host as 10, 12.0 and 12.7 print it: what counts as used differs. */
    @ParameterizedTest
    @CsvSource({
        "kbmemfree kbmemused  %memused kbbuffers  kbcached, 2097152 6291456 75.00 524288 2097152",
        "kbmemfree kbavail kbmemused  %memused kbbuffers  kbcached kbslab, 2097152 5242880 3145728 37.50 524288 2097152 524288",
        "kbmemfree kbavail kbmemused  %memused kbbuffers  kbcached, 2097152 5242880 3145728 37.50 524288 2097152",
        "kbmemfree kbavail kbmemused  %memused kbbuffers  kbcached, 2097152 4194304 4194304 50.00 524288 2097152"
    })
    void knowsTheWholeMemoryOfEachVersion(String columns, String figures) throws IOException {
        SeriesReading reading =
                SarTextReader.read(stream(HEAD + "10:00:00 " + columns + "\n10:10:00 " + figures + "\n"), ORIGIN);

        assertThat(values(reading.reading())).containsEntry("host.memoryGb", 8.0);
    }

    /** 64 GB of which 1.25 % are used and 0.2 GB are cache: both ways of counting fit the percentage in each row. */
    @ParameterizedTest
    @CsvSource({
        "66270003 838861 1.25 209715, 66270002 838862 1.25 209715, 0.6",
        "66060288 838861 1.25 209715, 66070288 838861 1.25 199715, 0.8"
    })
    void aRowThatTellsNothingIsCountedAsTheWholeFileIs(String first, String second, double usedGb) throws IOException {
        String columns = "kbmemfree kbmemused  %memused kbcached";
        SeriesReading reading = SarTextReader.read(
                stream(HEAD + "10:00:00 " + columns + "\n10:10:00 " + first + "\n10:20:00 " + second + "\n"), ORIGIN);

        assertThat(reading.series())
                .filteredOn(series -> series.name().equals("host.memory.usedGb"))
                .singleElement()
                .satisfies(series -> {
                    assertThat(series.size()).isEqualTo(2);
                    assertThat(series.value(0)).isCloseTo(usedGb, within(0.001));
                    assertThat(series.value(1)).isCloseTo(usedGb, within(0.001));
                });
        assertThat(values(reading.reading())).containsEntry("host.memoryGb", 64.0);
    }

    /** A row before the first that tells waits for it. */
    @Test
    void aRowThatTellsNothingIsCountedAsItsNeighboursAre() throws IOException {
        String columns = "kbmemfree kbmemused  %memused kbcached";
        String little = "66270003 838861 1.25 209715";
        String much = "33554432 33554432 50.00 10485760";
        SeriesReading reading = SarTextReader.read(
                stream(HEAD + "10:00:00 " + columns + "\n10:10:00 " + little + "\n10:20:00 " + much + "\n10:30:00 "
                        + little + "\n"),
                ORIGIN);

        TimeSeries used = reading.series().stream()
                .filter(series -> series.name().equals("host.memory.usedGb"))
                .findFirst()
                .orElseThrow();
        assertThat(used.value(0)).isCloseTo(0.6, within(0.001));
        assertThat(used.value(1)).isCloseTo(22.0, within(0.001));
        assertThat(used.value(2)).isCloseTo(0.6, within(0.001));
    }

    @Test
    void refusesAReportThatEndsInTheMiddleOfARow() throws IOException {
        String text =
                HEAD + "10:00:00  CPU %user %iowait %idle\n10:10:00  all 1.00 0.00 99.00\n10:20:00  all 1.00 0.00 9";

        SeriesReading cut = SarTextReader.read(stream(text), ORIGIN);
        SeriesReading whole = SarTextReader.read(stream(text + "8.00"), ORIGIN);

        assertThat(cut.reading().cut()).isNotNull();
        assertThat(cut.reading().cut().line()).isEqualTo(5);
        assertThat(cut.reading().cut().section()).isEqualTo("CPU (-u)");
        assertThat(values(cut.reading())).containsEntry("host.cpu.busyPercent.max", 1.0);
        assertThat(whole.reading().cut()).isNull();
        assertThat(values(whole.reading())).containsEntry("host.cpu.busyPercent.max", 2.0);
    }

    @Test
    void takesTheHumanNotationOfVersionTwelve() throws IOException {
        SeriesReading reading = SarTextReader.read(
                stream("Linux 6.1 (h)\t2026-11-21\t_x86_64_\t(2 CPU)\n\n"
                        + "13:20:09        CPU      %usr     %nice      %sys   %iowait    %steal     %idle\n"
                        + "13:20:19        all      2.1%     12.5%      1.8%      0.1%      0.0%     82.9%\n"
                        + "\n13:20:09          tps     rkB/s     wkB/s   areq-sz    aqu-sz     await     %util DEV\n"
                        + "13:20:19         6.40      1.5M      0.5M      0.5k      0.00      1.00      0.3% sda\n"),
                ORIGIN);

        assertThat(values(reading.reading()))
                .containsEntry("host.cpu.busyPercent.max", 17.0)
                .containsEntry("host.disks.mbPerSecond.max", 2.0);
    }

    @Test
    void leavesABlankCellUnknownAndKeepsTheOthersInTheirColumns() throws IOException {
        SeriesReading reading = SarTextReader.read(
                stream(HEAD
                        + "10:00:00          tps      rtps      wtps   bread/s   bwrtn/s\n"
                        + "10:10:00        30.00     10.00     20.00              2048.00\n"
                        + "10:20:00        30.00     10.00     20.00   2048.00   2048.00\n"),
                ORIGIN);

        assertThat(values(reading.reading()))
                .containsEntry("host.io.iops.max", 30.0)
                .containsEntry("host.io.mbPerSecond.max", 2.0);
        assertThat(reading.series())
                .filteredOn(series -> series.name().equals("host.io.mbPerSecond"))
                .allSatisfy(series -> assertThat(series.size()).isEqualTo(1));
    }

    @Test
    void tellsTheLineThatIsNoneOfSar() throws IOException {
        SeriesReading reading = SarTextReader.read(
                stream(HEAD
                        + "10:00:00  CPU %user %iowait %idle\nORA-00942: table or view does not exist\n"
                        + "10:10:00  all 1.00 0.00 99.00\n10:20:00  all x,00 0.00 90.00 1 1 1\n"),
                ORIGIN);

        assertThat(reading.reading().problems())
                .filteredOn(problem -> problem.line() > 0)
                .extracting(EvidenceProblem::line)
                .containsExactly(4L, 6L);
        assertThat(values(reading.reading())).containsEntry("evidence.sar.intervals", 1L);
    }

    @Test
    void refusesNothingOfAnotherUnixButSaysWhyNothingCame() throws IOException {
        SeriesReading reading = SarTextReader.read(stream("AIX db1 (x) 11/21/26 \n"), ORIGIN);

        assertThat(reading.reading().problems())
                .extracting(EvidenceProblem::message)
                .anyMatch(message -> message.contains("sar of AIX"));
    }

    @Test
    void countsIntervalsOfAFileThatHoldsADayTwiceOnce() throws IOException {
        String day = HEAD + "10:00:00  CPU %user %iowait %idle\n10:10:00  all 1.00 0.00 99.00\n";

        SeriesReading reading = SarTextReader.read(stream(day + day), ORIGIN);

        assertThat(values(reading.reading())).containsEntry("evidence.sar.intervals", 1L);
        assertThat(reading.reading().problems())
                .extracting(EvidenceProblem::message)
                .contains("1 intervals are in the file twice; the first ones count");
    }

    @Test
    void saysTheLineWhereJsonBreaks() throws IOException {
        SeriesReading reading = SadfJsonReader.read(
                stream(
                        "{\"sysstat\": {\"hosts\": [{\"nodename\": \"h\", \"statistics\": [\n"
                                + "{\"timestamp\": {\"date\": \"2026-11-21\", \"time\": \"10:10:00\", \"tz\": \"UTC\","
                                + " \"interval\": 600}, \"cpu-load\": [{\"cpu\": \"all\", \"idle\": 90.0}]},\n{\"timestamp\": ,"),
                ORIGIN);

        assertThat(values(reading.reading())).containsEntry("host.cpu.busyPercent.max", 10.0);
        assertThat(reading.reading().problems())
                .extracting(EvidenceProblem::message)
                .anyMatch(message -> message.startsWith("the file cannot be read beyond line 3, after 1 intervals"));
    }

    @Test
    void givesEmptyCoverageForAnEmptyFile() throws IOException {
        SeriesReading reading = SarTextReader.read(stream(""), ORIGIN);

        assertThat(reading.reading().coverage().found()).isZero();
        assertThat(reading.series()).isEqualTo(List.of());
    }
}
