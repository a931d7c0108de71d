package io.gulliver.persistence;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Databases that a person named, as the program writes them. */
public final class NamedDatabases {
    private NamedDatabases() {}

    /**
     * The databases of these names, in any case; all of the program when none is named.
     *
     * @throws UnknownRowException when the program has none of a name
     */
    public static Set<String> of(StoreDatabase db, String program, Collection<String> names) {
        Map<String, String> known = new HashMap<>();
        db.jdbc()
                .sql("select database_name from source_databases where program = :program")
                .param("program", program)
                .query(String.class)
                .list()
                .forEach(name -> known.put(name.toUpperCase(Locale.ROOT), name));
        Set<String> wanted = new TreeSet<>();
        for (String name : names) {
            String found = known.get(name.toUpperCase(Locale.ROOT));
            if (found == null) {
                throw new UnknownRowException("Program " + program + " has no database '" + name
                        + "'. Import it with the inventory first, or correct its name.");
            }
            wanted.add(found);
        }
        if (names.isEmpty()) {
            wanted.addAll(known.values());
        }
        return wanted;
    }
}
