package io.gulliver.evidence.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownColumnTest {
    @ParameterizedTest
    @CsvSource({
        "sizegb, size_gb",
        "size_bg, size_gb",
        "siz_gb, size_gb",
        "outage_window_minuets, outage_window_minutes",
        "window_minutes, outage_window_minutes",
        "sourcehost, source_host",
        "host, source_host",
        "oracle_verison, oracle_version",
        "movegroup, move_group",
        "source_sdi, source_sid",
        "enviroment, environment",
        "cost_centre,",
        "rack,",
        "größe,"
    })
    void namesTheKnownColumnThatIsSpeltMostLikeIt(String column, String nearest) {
        assertThat(UnknownColumn.of(List.of(column), List.of("source_sid")))
                .containsExactly(new UnknownColumn(column, nearest));
    }

    @Test
    void knowsTheColumnsOfAnInventoryAndThoseThatAreSaidToBeTags() {
        assertThat(UnknownColumn.of(List.of("size_gb", "rack"), List.of("rack")))
                .isEmpty();
    }

    @Test
    void saysWhichColumnMayBeTheOneThatIsRequired() {
        InventoryReading reading =
                InventoryReader.read("database,aplication,environment\nA,shop,test\n".getBytes(StandardCharsets.UTF_8));
        assertThat(reading.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.text())
                        .contains("application: the header lacks", "Rename aplication if that is it"));
    }
}
