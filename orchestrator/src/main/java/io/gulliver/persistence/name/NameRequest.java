package io.gulliver.persistence.name;

/**
 * Asks for a name for something that is about to be made.
 *
 * @param system the outer system in which the name must be unique
 * @param kind of object, for example {@code guest} or {@code volume}
 * @param owner what the name is for: migration and step key, or the key of a shared thing; never an attempt
 */
public record NameRequest(String system, String kind, String owner) {}
