package io.gulliver.assessment.comparison;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one database says of itself, as far as a load by rows depends on it.
 *
 * @param release with its update, as {@code 19.24.0.0.0}
 * @param properties NLS_CHARACTERSET, NLS_NCHAR_CHARACTERSET, NLS_LENGTH_SEMANTICS and DBTIMEZONE, by name; of the target
 *     also the preference CONCURRENT of statistics where its release has it, and KEYSTORE, the status of its keystore
 * @param timeZoneFile version of the daylight saving rules
 * @param components state by COMP_ID
 * @param parameters those that somebody set, and always compatible and max_string_size, by name in small letters
 * @param options of V$OPTION that are TRUE
 * @param contained whether it is a pluggable database
 * @param forceLogging whether everything is written to the redo, whatever a load asks for
 * @param roomMb MB that can still be filled, by tablespace: free in its files and what these may grow; 0 of a temporary one
 * @param made how each tablespace was made
 * @param recoveryRoomMb MB that the recovery area still takes, with what it may delete; negative where there is none
 * @param roles that are not Oracle's
 * @param profiles by name
 * @param objects what rights of the source are on and this side has, as {@link ReadinessDemand#rights} calls it
 * @param violations unresolved errors of PDB_PLUG_IN_VIOLATIONS, in their own words
 */
public record ReadinessSide(
        String release,
        SortedMap<String, String> properties,
        int timeZoneFile,
        SortedMap<String, String> components,
        SortedMap<String, String> parameters,
        SortedSet<String> options,
        boolean contained,
        boolean forceLogging,
        SortedMap<String, Double> roomMb,
        SortedMap<String, Made> made,
        double recoveryRoomMb,
        SortedSet<String> roles,
        SortedSet<String> profiles,
        SortedSet<String> objects,
        List<String> violations) {
    /**
     * How a tablespace was made.
     *
     * @param blockSize bytes
     * @param encrypted whether what lies in it is encrypted in its files
     */
    public record Made(long blockSize, boolean encrypted) {}

    public ReadinessSide {
        properties = copy(properties);
        components = copy(components);
        parameters = copy(parameters);
        options = Collections.unmodifiableSortedSet(new TreeSet<>(options));
        roomMb = copy(roomMb);
        made = copy(made);
        roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
        profiles = Collections.unmodifiableSortedSet(new TreeSet<>(profiles));
        objects = Collections.unmodifiableSortedSet(new TreeSet<>(objects));
        violations = List.copyOf(violations);
    }

    /** What is known of a database of which nothing but these was asked. */
    static ReadinessSide ofSets(SortedMap<String, String> properties, int timeZoneFile) {
        SortedMap<String, String> none = new TreeMap<>();
        SortedSet<String> nobody = new TreeSet<>();
        return new ReadinessSide(
                "",
                properties,
                timeZoneFile,
                none,
                none,
                nobody,
                false,
                false,
                new TreeMap<>(),
                new TreeMap<>(),
                -1,
                nobody,
                nobody,
                nobody,
                List.of());
    }

    private static <T> SortedMap<String, T> copy(Map<String, T> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }
}
