package io.gulliver.ui.api.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

class IsoMomentsTest {
    private final JsonMapper json;

    IsoMomentsTest() {
        JsonMapper.Builder builder = JsonMapper.builder();
        new IsoMoments().momentsThatCanBeAnswered().customize(builder);
        json = builder.build();
    }

    private record Body(@Nullable Instant at, @Nullable LocalDate day) {}

    @Test
    void readsWhatTheContractCanWrite() {
        assertThat(json.readValue("{\"at\":\"9999-12-31T23:59:59Z\",\"day\":\"2026-03-31\"}", Body.class))
                .isEqualTo(new Body(Instant.parse("9999-12-31T23:59:59Z"), LocalDate.of(2026, 3, 31)));
        assertThat(json.readValue("{\"at\":null}", Body.class)).isEqualTo(new Body(null, null));
        assertThat(json.readValue("{\"at\":\"2026-03-31T10:00:00+02:00\"}", Body.class)
                        .at())
                .isEqualTo(Instant.parse("2026-03-31T08:00:00Z"));
    }

    @Test
    void namesTheFieldOfAYearThatItCannot() {
        for (String at : new String[] {
            "\"+10000-01-01T00:00:00Z\"",
            "\"9999-12-31T23:59:59-01:00\"",
            "\"0000-12-31T00:00:00Z\"",
            "\"+1000000000-12-31T23:59:59Z\"",
            "99999999999999999"
        }) {
            assertThatThrownBy(() -> json.readValue("{\"at\":" + at + "}", Body.class))
                    .as(at)
                    .isInstanceOfSatisfying(MismatchedInputException.class, wrong -> {
                        assertThat(wrong.getTargetType()).isEqualTo(Instant.class);
                        assertThat(wrong.getPath()).hasSize(1);
                    });
        }
        assertThatThrownBy(() -> json.readValue("{\"day\":\"+200000-01-01\"}", Body.class))
                .isInstanceOf(MismatchedInputException.class);
    }
}
