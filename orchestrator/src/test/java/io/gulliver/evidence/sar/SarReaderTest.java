package io.gulliver.evidence.sar;

import static io.gulliver.evidence.EvidenceBytes.ORIGIN;
import static io.gulliver.evidence.EvidenceBytes.stream;
import static io.gulliver.evidence.EvidenceBytes.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.SeriesReading;
import java.io.IOException;
import java.util.List;
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
