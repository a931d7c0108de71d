package io.gulliver.ui.database;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.service.planning.StartGate;
import io.gulliver.ui.frame.Status;
import io.gulliver.ui.person.Person;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** The starts that a page of a database offers, each with what stands against it. */
@Component
class StartOffers {
    private static final EnumSet<RunMode> OPEN = EnumSet.complementOf(EnumSet.of(RunMode.ENDED));

    private final StartGate gate;
    private final MigrationReader migrations;

    StartOffers(StartGate gate, MigrationReader migrations) {
        this.gate = gate;
        this.migrations = migrations;
    }

    /**
     * A start.
     *
     * @param prospect as it would be now
     * @param open a run of the same purpose that has not ended, which leaves no room for another, or null
     */
    record Offer(StartGate.Prospect prospect, @Nullable Migration open) {
        /** How many things stand against it. */
        public int against() {
            return prospect.against().size() + (open == null ? 0 : 1);
        }

        public Status status() {
            return against() == 0 ? Status.READY : Status.BLOCKED;
        }
    }

    /** Puts the starts into the model of a page; nothing for somebody who may start nothing. */
    void put(String program, String database, Model model) {
        if (!Person.current().may(Right.DECIDE)) {
            return;
        }
        List<Migration> open = migrations
                .list(new MigrationQuery(program, database, null, OPEN, null, 50))
                .rows();
        model.addAttribute(
                "starts",
                gate.prospects(program, database).stream()
                        .map(prospect -> new Offer(
                                prospect,
                                prospect.run().evaluateOnly()
                                        ? null
                                        : open.stream()
                                                .filter(run -> !run.evaluateOnly()
                                                        && run.purpose()
                                                                == prospect.run()
                                                                        .purpose())
                                                .findFirst()
                                                .orElse(null)))
                        .toList());
        model.addAttribute("startKey", UUID.randomUUID().toString());
    }
}
