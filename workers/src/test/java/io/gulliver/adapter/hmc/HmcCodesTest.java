package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.http.HttpSystemException.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HmcCodesTest {

    @ParameterizedTest
    @CsvSource({
        "400, 7, REQUEST",
        "400, 8, CONFLICT",
        "400, 13, CAPACITY",
        "403, 1, EXTERNAL",
        "403, 4, EXTERNAL",
        "403, 5, TRANSIENT",
        "404, 1, CONFLICT",
        "404, 2, REQUEST",
        "404, 4, EXTERNAL",
        "409, 1, CONFLICT",
        "409, 2, TRANSIENT",
        "409, 332, CONFLICT",
        "500, 0, TRANSIENT",
        "503, 1, TRANSIENT",
        "502, 0, TRANSIENT",
        "504, 0, TRANSIENT",
        "418, 0, EXTERNAL"
    })
    void knowsWhoActs(int status, int reason, Kind kind) {
        assertThat(HmcCodes.meaning(status, reason).kind()).isEqualTo(kind);
        assertThat(HmcCodes.meaning(status, reason).advice()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504})
    void leavesOpenWhetherAServerErrorDidTheWork(int status) {
        assertThat(HmcCodes.mayHaveHappened(status)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 404, 409, 501})
    void knowsThatARefusalDidNothing(int status) {
        assertThat(HmcCodes.mayHaveHappened(status)).isFalse();
    }
}
