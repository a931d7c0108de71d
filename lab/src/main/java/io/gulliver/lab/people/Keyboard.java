package io.gulliver.lab.people;

import java.util.List;

/** What simulated people do themselves on the lab's hosts, past the product: the work that its tasks ask for. */
public interface Keyboard {
    /**
     * Runs a statement {@code AS SYSDBA} on a target database.
     *
     * @throws RuntimeException with Oracle's words when the database refuses it
     */
    void sysdba(String host, String service, String statement);

    /**
     * What the source has and the target has not, by both dictionaries.
     *
     * @return a line each: a kind and names
     */
    List<String> missing(String fromHost, String fromService, String toHost, String toService);

    /**
     * Loads one table of a target anew from its source.
     *
     * @param table {@code OWNER.TABLE}
     */
    void reload(String fromHost, String fromService, String toHost, String toService, String table);

    /** Carries plans that are held fast over by a staging table of DBMS_SPM; those that are there stay. */
    void plans(String fromHost, String fromService, String toHost, String toService);

    /** Sets up at a target what lies on the host of a source around its database. */
    void files(String fromHost, String fromService, String toHost);

    /**
     * Puts an image of Linux onto a volume.
     *
     * @throws RuntimeException when there is no such volume
     */
    void image(String array, String volume);

    /** Enters a server in the name servers, its name with the domain and its address. */
    void name(String name, String address);

    /** Lets ports of a partition and of an array see each other; WWPNs of 16 hex digits. */
    void zone(List<String> hosts, List<String> targets);
}
