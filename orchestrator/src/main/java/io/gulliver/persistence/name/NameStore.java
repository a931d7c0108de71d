package io.gulliver.persistence.name;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Names that are stored before the act and never change until they are given back. Upper and lower case count as the
 * same name.
 */
public interface NameStore {
    /**
     * The name for this owner: the one it has, or else the first of the proposals that is free.
     *
     * @param proposals in order of preference, within the system's limits
     * @throws io.gulliver.persistence.NameExhaustedException when all are taken
     */
    String allocate(NameRequest request, List<String> proposals);

    Optional<String> find(NameRequest request);

    /** Whose name it is. */
    Optional<String> owner(String system, String kind, String name);

    /** Owners by name, of all that have one. */
    SortedMap<String, String> owners(String system, String kind);

    /** Gives the name of an owner back; one that has none is fine. Of things alone whose name is free again when they are gone. */
    void release(NameRequest request);
}
