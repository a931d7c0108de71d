package io.gulliver.planning.build;

import io.gulliver.domain.landscape.AddressPool;
import io.gulliver.planning.sizing.SharedBuild;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that a design is put together from.
 *
 * @param server its name
 * @param playbook that builds it
 * @param values what the playbook reads, facts and parameters, in its own order
 * @param build what it is sized to, figures in place of sums among it
 * @param members whose sizing each figure is summed up from
 * @param databases databases and containers that land there, by name
 * @param blocking failed tuning checks of the design that stop it
 * @param networks of the landscape, by name
 * @param portsets in which hosts of an array are made, by array, where the landscape names one
 * @param volumeGroups template of the name of a server's volume group, by array; empty where none is made, absent of an array that has
 *     no such groups
 * @param address that it has already, or null while it has none
 */
public record BuildInputs(
        String server,
        String playbook,
        List<Setting> values,
        SharedBuild build,
        List<String> members,
        List<LandingDatabase> databases,
        List<String> blocking,
        SortedMap<String, AddressPool> networks,
        SortedMap<String, String> portsets,
        SortedMap<String, String> volumeGroups,
        @Nullable Told address) {
    public BuildInputs {
        values = List.copyOf(values);
        members = List.copyOf(members);
        databases = List.copyOf(databases);
        blocking = List.copyOf(blocking);
        portsets = Collections.unmodifiableSortedMap(new TreeMap<>(portsets));
        volumeGroups = Collections.unmodifiableSortedMap(new TreeMap<>(volumeGroups));
        networks = Collections.unmodifiableSortedMap(new TreeMap<>(networks));
    }

    /**
     * A fact or a parameter that the playbook reads.
     *
     * @param parameter whether it is a parameter
     * @param name of it
     * @param unit of a number, empty for none
     * @param description what it is, in the playbook's words; empty where the playbook says none
     * @param optional whether something is built without it
     * @param told what it is, or null while nobody says it
     */
    public record Setting(
            boolean parameter,
            String name,
            String unit,
            String description,
            boolean optional,
            @Nullable Told told) {}

    /**
     * A database that lands there, or the container that some land in.
     *
     * @param name of the source database, or of the container
     * @param title what is built, in words
     * @param figures that it is built with, in the order in which they are read
     * @param whence where they come from
     */
    public record LandingDatabase(String name, String title, List<Figure> figures, Whence whence) {
        public LandingDatabase {
            figures = List.copyOf(figures);
        }
    }

    /**
     * A figure of a database.
     *
     * @param key never changed
     * @param words what it is
     * @param value as text
     * @param unit of a number, empty for none
     * @param whence where it comes from, or null for where the database's figures come from
     */
    public record Figure(
            String key,
            String words,
            String value,
            String unit,
            @Nullable Whence whence) {}
}
