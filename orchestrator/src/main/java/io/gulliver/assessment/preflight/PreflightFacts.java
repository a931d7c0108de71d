package io.gulliver.assessment.preflight;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an installation before its first real migration.
 *
 * @param now when it was looked at
 * @param installation what its settings say
 * @param people who may log in
 * @param queues queues of the zone's workers, and whether each is served; empty while the engine is not reached
 * @param unreadable secrets of the settings that this process cannot read, each with why
 * @param programs those at work
 * @param backup when the last backup was made by {@code ./gulliver backup}, or null
 */
public record PreflightFacts(
        Instant now,
        Installation installation,
        People people,
        SortedMap<String, Boolean> queues,
        List<String> unreadable,
        List<ProgramFacts> programs,
        @Nullable Instant backup) {
    public PreflightFacts {
        queues = Collections.unmodifiableSortedMap(new TreeMap<>(queues));
        unreadable = List.copyOf(unreadable);
        programs = List.copyOf(programs);
    }

    /** By which way the pages are reached. */
    public enum Pages {
        /** The server speaks TLS itself. */
        TLS,
        /** A proxy speaks it in front of the server. */
        PROXY,
        /** From this machine alone, in clear text. */
        THIS_MACHINE
    }

    /**
     * What settings say; nothing of the lab counts.
     *
     * @param lab whether the lab's people may log in
     * @param pages how they are reached
     * @param ownStore whether a PostgreSQL is named
     * @param ownEngine whether a Temporal is named
     * @param engineInClear whether that one is beyond this machine and reached without TLS
     * @param mail whether a mail server is named
     * @param webhook whether a webhook is named
     * @param proofOutside whether checkpoints of the audit record go to a place outside
     * @param zone of the workers that pages ask
     * @param servers systems that make servers (HMC, z/VM)
     * @param storage arrays
     * @param hosts patterns of hosts
     * @param accounts of databases
     */
    public record Installation(
            boolean lab,
            Pages pages,
            boolean ownStore,
            boolean ownEngine,
            boolean engineInClear,
            boolean mail,
            boolean webhook,
            boolean proofOutside,
            String zone,
            int servers,
            int storage,
            int hosts,
            int accounts) {}

    /**
     * People who may log in; those of the lab do not count.
     *
     * @param open how many
     * @param administrators of them
     * @param withMail of them, who have an address
     * @param asked functions that approved playbooks ask for, by key
     * @param held functions that at least one of them holds in some program, by key
     */
    public record People(int open, int administrators, int withMail, SortedSet<String> asked, SortedSet<String> held) {
        public People {
            asked = Collections.unmodifiableSortedSet(new TreeSet<>(asked));
            held = Collections.unmodifiableSortedSet(new TreeSet<>(held));
        }
    }

    /**
     * A program at work.
     *
     * @param key of it
     * @param policy whether its policy says anything
     * @param databases how many have a method
     * @param without databases whose method has no approved playbook, by method
     */
    public record ProgramFacts(String key, boolean policy, int databases, SortedMap<String, Integer> without) {
        public ProgramFacts {
            without = Collections.unmodifiableSortedMap(new TreeMap<>(without));
        }
    }
}
