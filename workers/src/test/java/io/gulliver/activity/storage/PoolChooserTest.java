package io.gulliver.activity.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.storage.PoolChooser.Choice;
import io.gulliver.activity.storage.PoolChooser.Wish;
import io.gulliver.contract.storage.StoragePool;
import io.gulliver.contract.storage.VolumeRequest.Provisioning;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolChooserTest {
    private static final long GIB = 1L << 30;

    /** Of 1,000 GiB, warning at 80 %. */
    private static StoragePool pool(String name, long freeGib, long promisedGib) {
        return new StoragePool(name, true, 1000 * GIB, freeGib * GIB, promisedGib * GIB, 80, false);
    }

    private static Wish thick(long gib, String... pools) {
        return new Wish("v", List.of(pools), gib * GIB, Provisioning.THICK, false, 200);
    }

    private static Wish thin(long gib, String... pools) {
        return new Wish("v", List.of(pools), gib * GIB, Provisioning.THIN, false, 200);
    }

    private static String name(Choice choice) {
        StoragePool pool = choice.pool();
        assertThat(pool).as(choice.reason()).isNotNull();
        return pool.name();
    }

    @Test
    void takesTheEmptiestOfThoseThatWouldDoAndSaysWhy() {
        Choice choice =
                PoolChooser.choose(thick(100), List.of(pool("A", 500, 0), pool("B", 700, 0), pool("C", 250, 0)), false);

        assertThat(name(choice)).isEqualTo("B");
        assertThat(choice.reason())
                .isEqualTo("B, the emptiest of 2: 700 of 1000 GiB free; not C would be 85 % used, and warns at 80 %");
    }

    @Test
    void aThickVolumeNeedsItsWholeRoom() {
        Choice choice = PoolChooser.choose(thick(300), List.of(pool("A", 299, 0)), false);

        assertThat(choice.pool()).isNull();
        assertThat(choice.reason()).isEqualTo("A has 299 GiB free, wanted 300");
    }

    @Test
    void aThinVolumeNeedsAPoolBelowItsWarningAndAPromiseThatIsAllowed() {
        assertThat(name(PoolChooser.choose(thin(500), List.of(pool("A", 300, 1500)), false)))
                .as("200 % exactly")
                .isEqualTo("A");
        assertThat(PoolChooser.choose(thin(501), List.of(pool("A", 300, 1500)), false)
                        .reason())
                .isEqualTo("A would promise 200.1 % of what it holds, and 200 % are allowed");
        assertThat(PoolChooser.choose(thin(1), List.of(pool("A", 150, 0)), false)
                        .reason())
                .isEqualTo("A is 85 % used, and warns at 80 %");
        assertThat(PoolChooser.choose(thin(1, "A"), List.of(pool("A", 0, 0)), false)
                        .pool())
                .as("nothing is free at all")
                .isNull();
    }

    @Test
    void aPoolThatAPersonNamedAloneIsTakenAboveItsWarningWhichIsTold() {
        Choice choice = PoolChooser.choose(thin(1, "A"), List.of(pool("A", 150, 0), pool("B", 900, 0)), false);

        assertThat(name(choice)).isEqualTo("A");
        assertThat(choice.reason()).isEqualTo("A is 85 % used, and warns at 80 %, and it is the one that is named");
    }

    @Test
    void onlyNamedPoolsAreLookedAtAndOneThatIsNotThereIsTold() {
        Choice choice = PoolChooser.choose(thick(10, "A", "X"), List.of(pool("A", 500, 0), pool("B", 900, 0)), false);

        assertThat(name(choice)).isEqualTo("A");
        assertThat(choice.reason()).contains("not X is not there");
    }

    @Test
    void redoLogsNeverLieInAPoolThatReducesData() {
        StoragePool reducing = new StoragePool("R", true, 1000 * GIB, 900 * GIB, 0, 80, true);
        Wish redo = new Wish("v", List.of(), GIB, Provisioning.THICK, true, 200);

        assertThat(name(PoolChooser.choose(redo, List.of(reducing, pool("A", 300, 0)), false)))
                .isEqualTo("A");
        assertThat(PoolChooser.choose(redo, List.of(reducing), false).reason())
                .isEqualTo("R reduces data, and redo logs are never compressed or deduplicated");
        assertThat(PoolChooser.choose(
                                new Wish("v", List.of("R"), GIB, Provisioning.THICK, true, 200),
                                List.of(reducing),
                                false)
                        .pool())
                .as("also where a person names it")
                .isNull();
    }

    @Test
    void aRepeatableChoiceStaysWhereOthersTakeSpace() {
        List<StoragePool> before = List.of(pool("A", 900, 0), pool("B", 880, 0), pool("C", 870, 0));
        List<StoragePool> after = List.of(pool("A", 600, 0), pool("B", 650, 0), pool("C", 700, 0));
        for (int i = 0; i < 50; i++) {
            Wish wish = new Wish("v" + i, List.of(), GIB, Provisioning.THIN, false, 200);
            assertThat(name(PoolChooser.choose(wish, after, true)))
                    .isEqualTo(name(PoolChooser.choose(wish, before, true)));
        }
    }

    @Test
    void anOfflinePoolIsNone() {
        StoragePool offline = new StoragePool("O", false, 1000 * GIB, 900 * GIB, 0, 80, false);
        assertThat(PoolChooser.choose(thin(1), List.of(offline), false).reason())
                .isEqualTo("O is offline");
        assertThat(PoolChooser.choose(thin(1), List.of(), false).reason()).isEqualTo("the array has no pool for it");
    }
}
