package io.gulliver.lab.oracle;

/** What a lab host is, as V$TRANSPORTABLE_PLATFORM names it. */
public enum LabPlatform {
    /** An x86 server: little-endian. */
    X86(13, "Linux x86 64-bit", "Little"),
    /** LinuxONE: big-endian. */
    LINUX_ONE(9, "IBM zSeries Based Linux", "Big");

    private final int id;
    private final String oracleName;
    private final String endian;

    LabPlatform(int id, String oracleName, String endian) {
        this.id = id;
        this.oracleName = oracleName;
        this.endian = endian;
    }

    /** PLATFORM_ID. */
    public int id() {
        return id;
    }

    /** PLATFORM_NAME. */
    public String oracleName() {
        return oracleName;
    }

    /** ENDIAN_FORMAT. */
    public String endian() {
        return endian;
    }
}
