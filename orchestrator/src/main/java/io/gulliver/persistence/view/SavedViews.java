package io.gulliver.persistence.view;

import java.util.List;

/** Keeps views of the grid for people. */
public interface SavedViews {
    /** A person's own views and those that others share, by name. */
    List<SavedView> list(String program, String person);

    /**
     * Keeps a view; one of the same owner and name is replaced.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program
     */
    void keep(SavedView view);

    /** @throws io.gulliver.persistence.UnknownRowException the person has no view of this name */
    void drop(String program, String owner, String name);
}
