package io.gulliver.domain.estate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Columns of an inventory that are kept with a database as tags and that Gulliver reads: where its software is, what it is
 * called on its host, and where else it listens.
 */
public enum ReadTag {
    /** ORACLE_SID on the source host, where it is not the service's name. */
    SOURCE_SID,
    /** Oracle home on the source host. */
    SOURCE_ORACLE_HOME,
    /** DBID, by which a person says that a capture is of this database. */
    SOURCE_DBID,
    /** Further listeners of a cluster: SCAN, virtual addresses, {@code host} or {@code host:port}. */
    SOURCE_ADDRESSES,
    /** Further hosts of a cluster. */
    SOURCE_NODES;

    /** As the header spells it: {@code source_sid}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All of them, as headers spell them. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(ReadTag::key).toList();
    }
}
