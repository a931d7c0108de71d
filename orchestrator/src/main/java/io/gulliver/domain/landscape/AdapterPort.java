package io.gulliver.domain.landscape;

import java.util.Locale;

/**
 * One port of an FCP adapter of a machine: to which fabric its cable leads, and what it is kept for. Nothing on the machine
 * tells either.
 *
 * @param machine name of the CPC on its HMC
 * @param adapter its name or its id (the physical channel id, for example {@code 11c})
 * @param port its number on the adapter, from 0
 * @param fabric one word, the same for the ports of the array that it leads to
 * @param use what its paths are for
 */
public record AdapterPort(String machine, String adapter, int port, String fabric, Use use) {

    /** What the paths of a port are for. */
    public enum Use {
        /** Volumes of databases and of the systems that they run on. */
        DATABASE,
        /** Tape libraries and disks for backups. */
        BACKUP,
        /** Anything else; nothing is built on it. */
        OTHER;

        /** As settings write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
