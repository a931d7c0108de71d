package io.gulliver.domain.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LeaseQueueTest {
    private static final Instant NOW = Instant.parse("2026-03-07T20:00:00Z");
    private static final StepKey STEP = StepKey.parse("load");

    private static LeaseRequest asks(long id, boolean outage, @Nullable Integer wave, String... slots) {
        return new LeaseRequest(id, run(id), STEP, List.of(slots), outage, wave, NOW, null);
    }

    private static MigrationId run(long id) {
        return new MigrationId("p.db" + id + ".1");
    }

    private static List<Long> ids(List<LeaseRequest> requests) {
        return requests.stream().map(LeaseRequest::id).toList();
    }

    @Test
    void heldOnesComeFirstThenTheOutageThenTheWaveThenTheOrderOfRequest() {
        LeaseQueue queue = new LeaseQueue(List.of(
                asks(1, false, null, "a"),
                asks(2, false, 2, "a"),
                asks(3, false, 1, "a"),
                asks(4, true, 2, "a"),
                asks(5, true, 2, "a"),
                asks(6, false, null, "a").granted(NOW)));

        assertThat(ids(queue.requests())).containsExactly(6L, 4L, 5L, 3L, 2L, 1L);
        assertThat(ids(queue.waiting())).containsExactly(4L, 5L, 3L, 2L, 1L);
    }

    @Test
    void aRequestGetsAllThatItAsksForOrNothing() {
        LeaseQueue queue = new LeaseQueue(List.of(asks(1, false, 1, "array", "link"), asks(2, false, 1, "tape")));

        assertThat(ids(queue.grantable(List.of(new Slot("array", 1, 0, 1), new Slot("link", 1, 1, 1)))))
                .containsExactly(2L);
    }

    @Test
    void nothingThatAWaitingRequestNeedsGoesToALaterOne() {
        LeaseQueue queue = new LeaseQueue(List.of(asks(1, false, 1, "array", "link"), asks(2, false, 1, "array")));

        assertThat(queue.grantable(List.of(new Slot("array", 1, 0, 2), new Slot("link", 1, 1, 1))))
                .isEmpty();
        assertThat(ids(queue.grantable(List.of(new Slot("array", 2, 0, 2), new Slot("link", 1, 1, 1)))))
                .containsExactly(2L);
    }

    @Test
    void aThingNobodySetHasRoomForOneAndCapacityZeroHoldsAllBack() {
        LeaseQueue queue = new LeaseQueue(List.of(asks(1, false, 1, "link"), asks(2, false, 1, "link")));

        assertThat(ids(queue.grantable(List.of()))).containsExactly(1L);
        assertThat(queue.grantable(List.of(new Slot("link", 0, 0, 2)))).isEmpty();
    }

    @Test
    void onlyThoseThatWantSomeOfTheSameAreAhead() {
        LeaseQueue queue = new LeaseQueue(
                List.of(asks(1, false, 1, "array"), asks(2, false, 1, "tape"), asks(3, false, 1, "array", "link")));

        assertThat(queue.ahead(run(3), STEP)).hasValue(1);
        assertThat(queue.ahead(run(1), STEP)).hasValue(0);
        assertThat(queue.ahead(run(9), STEP)).isEmpty();
    }
}
