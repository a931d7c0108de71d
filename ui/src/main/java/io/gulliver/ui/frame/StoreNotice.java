package io.gulliver.ui.frame;

import io.gulliver.persistence.StoreHealth;
import io.gulliver.persistence.StoreTrouble;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** The line in red at the head of every page while nothing can be saved, or while no step starts for want of space. */
@Component
public class StoreNotice {
    private final StoreHealth health;
    private final Words words;
    private final Clock clock;

    StoreNotice(StoreHealth health, Words words, Clock clock) {
        this.health = health;
        this.words = words;
        this.clock = clock;
    }

    /** The line in the reader's zone; empty when all is well. */
    public String text(ZoneId zone) {
        return health.trouble().map(trouble -> text(trouble, zone)).orElse("");
    }

    private String text(StoreTrouble trouble, ZoneId zone) {
        return words.text(
                "frame.store." + trouble.kind().name().toLowerCase(Locale.ROOT),
                new Formats(clock, zone).full(trouble.since()),
                health.free() / 1024 / 1024 + " MiB");
    }
}
