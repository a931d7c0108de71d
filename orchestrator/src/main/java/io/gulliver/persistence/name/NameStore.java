package io.gulliver.persistence.name;

import java.util.List;
import java.util.Optional;

/** Names that are stored before the act and never change. Upper and lower case count as the same name. */
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
}
