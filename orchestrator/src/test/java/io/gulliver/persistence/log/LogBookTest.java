package io.gulliver.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.LogLevel;
import io.gulliver.persistence.view.LogLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A log of a million lines is opened anywhere, and searched, without being read. */
class LogBookTest {
    private static final int LINES = 1_000_000;
    private static final int ODD = 700_123;
    private static final List<LogBook.Head> HEADS = new ArrayList<>();
    private static final List<byte[]> CONTENT = new ArrayList<>();
    private static final List<byte[]> WORDS = new ArrayList<>();

    private int unpacked;
    private final LogBook book = new LogBook(3, new LogBook.Chunks() {
        @Override
        public List<LogBook.Head> heads(long fromLine, int count) {
            return HEADS.stream()
                    .filter(head -> head.firstLine() + head.lines() > fromLine)
                    .limit(count)
                    .toList();
        }

        @Override
        public byte[] content(int chunk) {
            unpacked++;
            return CONTENT.get(chunk);
        }

        @Override
        public byte[] words(int chunk) {
            return WORDS.get(chunk);
        }
    });

    @BeforeAll
    static void aMillionLines() {
        LogText text = new LogText();
        long first = 1;
        for (int i = 1; i <= LINES; i++) {
            LogText.Line line = new LogText.Line(
                    Instant.ofEpochSecond(1_780_000_000L + i / 50),
                    Instant.ofEpochMilli(1_780_000_000_400L + i / 100),
                    i == ODD
                            ? "ORA-01691: unable to extend lob segment in tablespace HR_LOB"
                            : ". . imported \"HR\".\"T" + i + "\" " + i * 7L % 1000 + " rows");
            if (!text.fits(line)) {
                close(first, text);
                first += text.lines().size();
                text = new LogText();
            }
            text.add(line);
        }
        close(first, text);
    }

    private static void close(long first, LogText text) {
        assertThat(text.bytes()).isLessThanOrEqualTo(256 * 1024);
        HEADS.add(new LogBook.Head(
                HEADS.size(), first, text.lines().size(), 0, 0, text.levels().getOrDefault(LogLevel.ERROR, 0)));
        CONTENT.add(text.packed());
        WORDS.add(text.words());
    }

    @BeforeEach
    void nothingRead() {
        unpacked = 0;
    }

    @Test
    void thePageOfLine700000IsAnsweredByOneChunk() {
        List<LogLine> page = book.lines(700_000, 300);
        assertThat(page).hasSize(300);
        assertThat(page.get(0).number()).isEqualTo(700_000);
        assertThat(page.get(0).text()).isEqualTo(". . imported \"HR\".\"T700000\" 0 rows");
        assertThat(page.get(0).hostAt()).isEqualTo(Instant.ofEpochSecond(1_780_014_000L));
        assertThat(page.get(123)).satisfies(line -> {
            assertThat(line.level()).isEqualTo(LogLevel.ERROR);
            assertThat(line.log()).isEqualTo(3);
        });
        assertThat(unpacked).isLessThanOrEqualTo(2);
        unpacked = 0;
        book.lines(HEADS.get(100).firstLine(), 300);
        assertThat(unpacked).isEqualTo(1);
        assertThat(HEADS).hasSizeGreaterThan(100);
    }

    @Test
    void aWordThatIsInOneChunkIsFoundByReadingFewAndOneThatIsInNoneByReadingFew() {
        assertThat(book.search("hr_lob", LogLevel.PLAIN, 0, 50)).singleElement().satisfies(line -> {
            assertThat(line.number()).isEqualTo(ODD);
        });
        assertThat(unpacked).isLessThanOrEqualTo(3);
        unpacked = 0;
        assertThat(book.search("HR_PAYROLL", LogLevel.PLAIN, 0, 50)).isEmpty();
        assertThat(unpacked).isLessThanOrEqualTo(3);
    }

    @Test
    void errorsAloneAreFoundByReadingTheChunkThatHasThem() {
        assertThat(book.search("", LogLevel.ERROR, 0, 50)).hasSize(1);
        assertThat(unpacked).isEqualTo(1);
    }

    @Test
    void aSearchGoesOnBehindALine() {
        assertThat(book.search("\"t5000", LogLevel.PLAIN, 500_005, 3))
                .extracting(LogLine::number)
                .containsExactly(500_006L, 500_007L, 500_008L);
    }

    @Test
    void nothingStandsBehindTheLastLine() {
        assertThat(book.lines(LINES - 1, 10)).hasSize(2);
        assertThat(book.lines(LINES + 1, 10)).isEmpty();
    }
}
