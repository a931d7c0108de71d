package io.gulliver.domain.landscape;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Devices of one logical control unit that a z/VM system may give its guests for databases, or an HMC its partitions: whole ECKD
 * volumes, or PAV aliases beside them. Which numbers they have stands in the I/O configuration, which nobody can ask over an API; a
 * storage group gives a partition the numbers that are said here.
 *
 * @param first device number of the first, four hex digits
 * @param last device number of the last
 * @param lcu logical control unit: two hex digits, on a DS8000 its LSS
 * @param unitAddress of the first device, two hex digits
 * @param cylinders of each volume; of those that are made when they are wanted the most that they may have; 0 for aliases
 * @param array DS8000 of the landscape that they lie on, or empty
 * @param made whether they are made on that array when a server wants them, and deleted when it is rolled back
 */
public record EckdRange(
        String first, String last, String lcu, String unitAddress, int cylinders, String array, boolean made) {
    /** Device numbers and unit addresses are hex. */
    private static final int HEX = 16;

    public EckdRange {
        first = first.toUpperCase(Locale.ROOT);
        last = last.toUpperCase(Locale.ROOT);
        lcu = lcu.toUpperCase(Locale.ROOT);
        unitAddress = unitAddress.toUpperCase(Locale.ROOT);
    }

    /** Whether these are PAV aliases. */
    public boolean alias() {
        return cylinders == 0;
    }

    /**
     * One device.
     *
     * @param number four hex digits in capitals
     * @param lcu as its range has it
     * @param volume id on a DS8000, four hex digits in capitals: logical control unit and unit address
     * @param cylinders 0 for an alias
     * @param array empty for none that is known
     * @param made as its range has it
     */
    public record Device(String number, String lcu, String volume, int cylinders, String array, boolean made) {
        /** Whether it is a PAV alias. */
        public boolean alias() {
            return cylinders == 0;
        }
    }

    /** All of them, in the order of their numbers. */
    public List<Device> devices() {
        int begin = Integer.parseInt(first, HEX);
        int end = Integer.parseInt(last, HEX);
        int unit = Integer.parseInt(unitAddress, HEX);
        List<Device> devices = new ArrayList<>();
        for (int number = begin; number <= end; number++) {
            devices.add(new Device(
                    String.format(Locale.ROOT, "%04X", number),
                    lcu,
                    lcu + String.format(Locale.ROOT, "%02X", unit + number - begin),
                    cylinders,
                    array,
                    made));
        }
        return devices;
    }
}
