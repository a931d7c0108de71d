package io.gulliver.domain.estate;

/**
 * A database link as one of its ends tells of it.
 *
 * @param from the database that calls
 * @param to the database, host or service that is called
 * @param name of the link, or what else refreshes over it
 * @param decided whether somebody answers for it and said how it is led to the new place
 */
public record DatabaseLink(String from, String to, String name, boolean decided) {}
