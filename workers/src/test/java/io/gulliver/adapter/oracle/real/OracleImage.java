package io.gulliver.adapter.oracle.real;

import io.gulliver.testing.MatrixSlice;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Oracle databases that anybody can have as an image: {@code gvenzl/oracle-xe} and {@code gvenzl/oracle-free}, in the flavour
 * <em>full</em>, for the others lack DBCA, RMAN or parts that Data Pump needs (the image details of both repositories say what each flavour lacks).
 */
public enum OracleImage {
    XE_11("gvenzl/oracle-xe:11-full-faststart", "11.2", "XE", null, null),
    XE_18("gvenzl/oracle-xe:18-full-faststart", "18", "XE", "XEPDB1", "18.0.0"),
    XE_21("gvenzl/oracle-xe:21-full-faststart", "21", "XE", "XEPDB1", "21.0.0"),
    FREE_23("gvenzl/oracle-free:23-full-faststart", "23", "FREE", "FREEPDB1", "23.0.0");

    private final String tag;
    private final String release;
    private final String sid;
    private final @Nullable String pdb;
    private final @Nullable String schema;

    OracleImage(String tag, String release, String sid, @Nullable String pdb, @Nullable String schema) {
        this.tag = tag;
        this.release = release;
        this.sid = sid;
        this.pdb = pdb;
        this.schema = schema;
    }

    /**
     * The images that a suite takes: one, which the commit chooses, in a plain run, and all by {@code ./gulliver test
     * --real-oracle}.
     *
     * @param from the oldest major release that it is for
     */
    public static List<OracleImage> taken(String suite, int from) {
        return MatrixSlice.of(
                suite, Stream.of(values()).filter(image -> image.from(from)).toList(), OracleImage::name, 1);
    }

    public String tag() {
        return tag;
    }

    /** As the tables in {@code oracle-keywords} name it: 11.2, 18, 21, 23. */
    public String release() {
        return release;
    }

    /** Whether it is of this release or a later one. */
    public boolean from(int major) {
        return Integer.parseInt(release.split("\\.")[0]) >= major;
    }

    public String sid() {
        return sid;
    }

    /** The pluggable database that applications use; none at 11.2. */
    public Optional<String> pdb() {
        return Optional.ofNullable(pdb);
    }

    /** The service that applications use. */
    public String service() {
        return pdb == null ? sid : pdb;
    }

    /** The schema of response files that its DBCA reads; 11.2 XE has no DBCA. */
    public Optional<String> dbcaSchema() {
        return Optional.ofNullable(schema);
    }
}
