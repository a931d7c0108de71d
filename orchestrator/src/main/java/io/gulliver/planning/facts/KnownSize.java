package io.gulliver.planning.facts;

import io.gulliver.domain.plan.Headline;
import java.util.Optional;

/**
 * How large a database is: what the catalogue calls {@code size_gb}, said by whoever knows it best. A measured size goes
 * before that of a capture, and both before the inventory's.
 */
public final class KnownSize {
    private static final String SIZE = "size_gb";

    private KnownSize() {}

    /** The size by everything that is known; empty while nobody said it. */
    public static Optional<Headline.Size> of(CanonicalFacts facts) {
        CanonicalFacts.Known known = facts.find(SIZE);
        if (known == null || !(known.value() instanceof Number gigabytes)) {
            return Optional.empty();
        }
        boolean inventory = known.teller() == Said.Teller.INVENTORY;
        return Optional.of(new Headline.Size(
                gigabytes.doubleValue(),
                inventory ? Headline.Size.INVENTORY : known.told().source()));
    }
}
