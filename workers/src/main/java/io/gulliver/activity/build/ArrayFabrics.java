package io.gulliver.activity.build;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.storage.StoragePort;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The ports of an array by fabric: what the landscape says of those that the array has.
 *
 * @param ports that serve the hosts that are made there and of which the landscape says where they are
 * @param fabrics by WWPN, 16 lower-case hex digits
 */
record ArrayFabrics(List<StoragePort> ports, SortedMap<String, String> fabrics) {

    /**
     * Looks at the array.
     *
     * @throws StepFailedException INPUT_INVALID when the landscape is silent or names a port that the array does not have
     */
    static ArrayFabrics of(Systems systems, String array) {
        SortedMap<String, String> table = new TreeMap<>();
        systems.arrayPorts(array).forEach(port -> table.put(Zone.wwpn(port.wwpn()), port.fabric()));
        List<StoragePort> there = systems.storage(array).ports();
        if (table.isEmpty()) {
            throw invalid(
                    "Nobody has said on which fabric the ports of array " + array + " are: "
                            + there.stream()
                                    .map(port -> Zone.wwpn(port.wwpn()))
                                    .sorted()
                                    .toList() + ".",
                    "Name them in the settings, as array-ports of gulliver.landscape.systems." + array
                            + " with wwpn and fabric; then retry the step.");
        }
        List<String> wrong = table.keySet().stream()
                .filter(wwpn ->
                        there.stream().noneMatch(port -> Zone.wwpn(port.wwpn()).equals(wwpn)))
                .toList();
        if (!wrong.isEmpty()) {
            throw invalid(
                    "Array " + array + " has no port " + String.join(", ", wrong)
                            + " that hosts may use; the landscape names it.",
                    "Correct the array-ports of gulliver.landscape.systems." + array
                            + " (on a FlashSystem lstargetportfc shows those with"
                            + " host_io_permitted), then retry the step.");
        }
        return new ArrayFabrics(
                systems.storage(array).portsOfHosts().stream()
                        .filter(port -> table.containsKey(Zone.wwpn(port.wwpn())))
                        .toList(),
                table);
    }

    private static StepFailedException invalid(String message, String advice) {
        return new StepFailedException(FailureCode.INPUT_INVALID, message, advice);
    }
}
