package io.gulliver.domain.estate;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A client of a database over all that saw it, with who answers for it and how it is led to the new place.
 *
 * @param id made from direction, machine, program and service; stays the same over all samples
 * @param direction who reaches whom
 * @param machine in lower case and without its domain
 * @param program without its folder and without the machine
 * @param service by which it comes; empty when no source said so
 * @param users of the operating system and of the database, at most {@value #MOST}
 * @param addresses of the network, at most {@value #MOST}
 * @param drivers name and version, at most {@value #MOST}
 * @param sources when and how often each source saw it
 * @param owner who answers for it, or null
 * @param redirect how it is led to the new place, or null
 * @param note free words, or null
 * @param version counts people's edits from 1
 * @param changedBy who made the last edit, or which source brought it
 * @param changedAt when
 */
public record ClientConnection(
        String id,
        ClientDirection direction,
        String machine,
        String program,
        String service,
        List<String> users,
        List<String> addresses,
        List<String> drivers,
        SortedMap<String, Seen> sources,
        @Nullable String owner,
        @Nullable RedirectMethod redirect,
        @Nullable String note,
        long version,
        String changedBy,
        Instant changedAt) {
    /** So many users, addresses and drivers are told of one client. */
    public static final int MOST = 20;

    public ClientConnection {
        users = List.copyOf(users);
        addresses = List.copyOf(addresses);
        drivers = List.copyOf(drivers);
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("Client " + program + " of " + machine + ": seen by nothing");
        }
        sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
    }

    /**
     * When and how often a source saw it.
     *
     * @param first when it was seen first
     * @param last when it was seen last
     * @param count connections in a log, sessions in samples
     */
    public record Seen(Instant first, Instant last, long count) {}

    /** When any source saw it first. */
    public Instant first() {
        return sources.values().stream()
                .map(Seen::first)
                .min(Instant::compareTo)
                .orElseThrow();
    }

    /** When any source saw it last. */
    public Instant last() {
        return sources.values().stream().map(Seen::last).max(Instant::compareTo).orElseThrow();
    }

    /** Whether nobody answers for it, or nobody said how it is led to the new place. */
    public boolean unknown() {
        String answers = owner;
        return answers == null || answers.isBlank() || redirect == null;
    }

    /** How often it was seen by all sources together. */
    public long seen() {
        return sources.values().stream().mapToLong(Seen::count).sum();
    }
}
