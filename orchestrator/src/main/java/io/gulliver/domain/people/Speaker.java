package io.gulliver.domain.people;

import java.util.Set;

/**
 * The person who speaks.
 *
 * @param name shown to people
 * @param subject identifies the person whatever account is used; two persons means two subjects
 * @param roles held now
 */
public record Speaker(String name, String subject, Set<String> roles) {
    public Speaker {
        roles = Set.copyOf(roles);
    }
}
