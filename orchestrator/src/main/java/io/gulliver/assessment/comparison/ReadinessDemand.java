package io.gulliver.assessment.comparison;

import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What crosses, as far as a target must be made for it.
 *
 * @param usedMb MB that the source uses, by tablespace; 0 where an account only names it
 * @param tablespaces default and temporary tablespaces of the accounts that cross
 * @param roles of the source that are not Oracle's
 * @param profiles of the accounts that cross
 * @param rights what accounts and roles may on objects that do not cross themselves, by object: {@code OWNER.NAME} or {@code
 *     USER NAME}
 * @param goingOn jobs of DBMS_JOB that the fence of the source cannot stop, each as {@code 12 of SHOP}
 * @param localTimeStamps whether a table has a column TIMESTAMP WITH LOCAL TIME ZONE
 * @param features that were seen in use, as DBA_FEATURE_USAGE_STATISTICS calls them
 * @param products that license them, as far as they are known
 * @param leftBehind reasons why something stays behind, by kind and name: {@code tablespace encryption APP_DATA}
 * @param approved names that may differ: the approved change list
 */
public record ReadinessDemand(
        SortedMap<String, Double> usedMb,
        SortedSet<String> tablespaces,
        SortedSet<String> roles,
        SortedSet<String> profiles,
        SortedMap<String, String> rights,
        SortedSet<String> goingOn,
        boolean localTimeStamps,
        Set<String> features,
        Set<String> products,
        SortedMap<String, String> leftBehind,
        Set<String> approved) {
    public ReadinessDemand {
        usedMb = Collections.unmodifiableSortedMap(new TreeMap<>(usedMb));
        tablespaces = Collections.unmodifiableSortedSet(new TreeSet<>(tablespaces));
        roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
        profiles = Collections.unmodifiableSortedSet(new TreeSet<>(profiles));
        rights = Collections.unmodifiableSortedMap(new TreeMap<>(rights));
        goingOn = Collections.unmodifiableSortedSet(new TreeSet<>(goingOn));
        features = Set.copyOf(features);
        products = Set.copyOf(products);
        leftBehind = Collections.unmodifiableSortedMap(new TreeMap<>(leftBehind));
        approved = Set.copyOf(approved);
    }

    /** Where nothing but approved differences counts. */
    static ReadinessDemand approving(Set<String> approved) {
        SortedSet<String> none = new TreeSet<>();
        return new ReadinessDemand(
                new TreeMap<>(),
                none,
                none,
                none,
                new TreeMap<>(),
                none,
                false,
                Set.of(),
                Set.of(),
                new TreeMap<>(),
                approved);
    }
}
