package io.gulliver.persistence.view;

/**
 * A view of the grid under a name.
 *
 * @param program the program's key
 * @param owner who keeps it
 * @param name for people, 1 to 60 characters, unique for its owner
 * @param address what stands behind the question mark
 * @param shared whether everybody of the program sees it
 */
public record SavedView(String program, String owner, String name, String address, boolean shared) {}
