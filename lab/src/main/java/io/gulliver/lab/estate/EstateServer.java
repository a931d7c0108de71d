package io.gulliver.lab.estate;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One server to be built on LinuxONE: a partition in DPM mode or a guest of z/VM, as large as one would guess by what lands
 * there. It is built by the sizing of those, not by this guess.
 *
 * @param name of the server, its partition and its host object
 * @param cpc machine that carries it
 * @param array that holds its volumes
 * @param memoryGib memory of the partition
 * @param bootGib size of the boot volume
 * @param dataVolumes number of volumes for data
 * @param dataGib size of each
 * @param redoVolumes number of volumes for redo logs
 * @param redoGib size of each
 * @param zvm z/VM system whose guest it is; empty for a partition
 */
public record EstateServer(
        String name,
        String cpc,
        String array,
        int memoryGib,
        int bootGib,
        int dataVolumes,
        int dataGib,
        int redoVolumes,
        int redoGib,
        String zvm) {

    /** Whether it is a guest of z/VM. */
    public boolean guest() {
        return !zvm.isEmpty();
    }

    /** Names of the volumes for data. */
    public List<String> dataNames() {
        return names("data", dataVolumes);
    }

    /** Names of the volumes for redo logs. */
    public List<String> redoNames() {
        return names("redo", redoVolumes);
    }

    private static List<String> names(String kind, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> String.format("%s%02d", kind, i))
                .toList();
    }

    /** All that its volumes take, in GiB. */
    public long totalGib() {
        return bootGib + (long) dataVolumes * dataGib + (long) redoVolumes * redoGib;
    }
}
