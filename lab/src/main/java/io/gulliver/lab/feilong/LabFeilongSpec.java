package io.gulliver.lab.feilong;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a simulated Feilong server and its z/VM are at their first start; later starts find them as they were left.
 *
 * @param system name in the lab, in its ledger and for faults, for example {@code zvm-1}
 * @param adminToken content of the server's token file; null for a server that asks nobody who he is, the product's default
 * @param version level of the server; what it takes depends on it
 * @param tokenLife how long a token is good, used or not
 * @param zvm the system behind it
 */
public record LabFeilongSpec(String system, @Nullable String adminToken, String version, Duration tokenLife, Zvm zvm) {

    /** The server's own default. */
    private static final Duration TOKEN_LIFE = Duration.ofHours(1);

    /** Cylinders of the largest ordinary volume, a model 54. */
    public static final int MODEL_54 = 65_520;

    /**
     * One z/VM system.
     *
     * @param name of its LPAR
     * @param cpus logical processors
     * @param memoryMib real storage
     * @param others guests that the server did not make and does not manage
     * @param switches virtual switches by name: whether each is aware of VLANs
     * @param images files that can be imported, by address
     * @param fcpTemplates FCP multipath templates by id
     */
    public record Zvm(
            String name,
            int cpus,
            long memoryMib,
            List<String> others,
            List<Pool> pools,
            Map<String, Boolean> switches,
            Map<String, ImageFile> images,
            Map<String, List<List<String>>> fcpTemplates) {
        public Zvm {
            others = List.copyOf(others);
            pools = List.copyOf(pools);
            switches = new TreeMap<>(switches);
            images = new TreeMap<>(images);
            fcpTemplates = new TreeMap<>(fcpTemplates);
        }
    }

    /**
     * A pool of minidisks. A minidisk lies on one volume, so a pool can have much space and no room.
     *
     * @param name with its kind, {@code ECKD:POOL1} or {@code FBA:POOL2}
     * @param volumes how many it has
     * @param unitsPerVolume cylinders (ECKD) or blocks (FBA) of each
     */
    public record Pool(String name, int volumes, long unitsPerVolume) {
        public Pool {
            if (!name.matches("(ECKD|FBA):\\w{1,8}")) {
                throw new IllegalArgumentException("Pool \"" + name + "\", wanted like ECKD:POOL1");
            }
        }

        /** A cylinder of a 3390, or a block, in bytes. */
        long unitBytes() {
            return name.startsWith("ECKD:") ? 849_960 : 512;
        }

        /** How many units a size as the API writes it takes. */
        long units(String size) {
            String number =
                    size.substring(0, size.length() - (Character.isDigit(size.charAt(size.length() - 1)) ? 0 : 1));
            long value = Long.parseLong(number);
            if (number.equals(size)) {
                return value;
            }
            long bytes = value << (size.toLowerCase(Locale.ROOT).endsWith("g") ? 30 : 20);
            return (bytes + unitBytes() - 1) / unitBytes();
        }
    }

    /**
     * An image before it is imported.
     *
     * @param cylinders of the disk that it was made of; the boot disk is at least as large
     */
    public record ImageFile(int cylinders, String md5) {}

    /** A server of level 1.6.7 whose tokens live for one hour. */
    public static LabFeilongSpec of(String system, String adminToken, Zvm zvm) {
        return new LabFeilongSpec(system, adminToken, "1.6.7", TOKEN_LIFE, zvm);
    }

    /** Whether a level comes before another; both as numbers with points. */
    static boolean before(String version, String other) {
        String[] ours = version.split("\\.");
        String[] theirs = other.split("\\.");
        for (int i = 0; i < Math.min(ours.length, theirs.length); i++) {
            int difference = Integer.parseInt(ours[i]) - Integer.parseInt(theirs[i]);
            if (difference != 0) {
                return difference < 0;
            }
        }
        return ours.length < theirs.length;
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "feilong " + system + " level " + version + " of " + zvm.name();
    }
}
