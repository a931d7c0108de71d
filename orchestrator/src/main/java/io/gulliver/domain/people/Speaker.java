package io.gulliver.domain.people;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * The person who speaks.
 *
 * @param name shown to people
 * @param subject identifies the person whatever account is used; two persons means two subjects
 * @param roles held now
 */
public record Speaker(String name, String subject, Set<String> roles) {
    public Speaker {
        // in one order in every JVM
        roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
    }
}
