package io.gulliver.activity.build;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.model.Adapter;
import io.gulliver.adapter.hmc.model.ControlUnit;
import io.gulliver.contract.activity.FailureCode;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the storage team has defined on the HMC for the ECKD volumes of a machine: the control units of these volumes, by their
 * logical addresses (on a DS8000 its LSS). Nothing of it is made here.
 */
final class FiconConfiguration {
    private static final int UNIT = 2;
    private static final int HEX = 16;
    private static final int LENGTH = 4;

    private final SortedMap<String, ControlUnit> units = new TreeMap<>();

    /**
     * Looks at it.
     *
     * @param machine name of the CPC
     * @param addresses control unit and unit address of each device, four hex digits
     * @throws StepFailedException where no FICON adapter is there, or a control unit is not or twice
     */
    static FiconConfiguration of(HmcClient hmc, String cpcUri, String machine, Map<String, String> addresses) {
        List<Adapter> adapters = hmc.adapters(cpcUri, "fc");
        if (adapters.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Machine " + machine
                            + " has no FICON adapter: none of its storage adapters is of type fc, so that it"
                            + " reaches no ECKD volume.",
                    "Have an adapter changed to FICON on the HMC and cabled, or build the server on LUNs (server.volumes:"
                            + " fcp).");
        }
        FiconConfiguration found = new FiconConfiguration();
        SortedSet<String> wanted = new TreeSet<>();
        addresses.forEach((device, address) -> {
            if (address.length() != LENGTH || !address.chars().allMatch(c -> Character.digit(c, HEX) >= 0)) {
                throw new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "Device " + device + " has the address '" + address
                                + "': wanted are four hex digits, control unit" + " and unit address.",
                        "Correct eckd-devices of the landscape, then roll back and start anew.");
            }
            wanted.add(address.substring(0, UNIT));
        });
        for (String address : wanted) {
            List<ControlUnit> units = hmc.controlUnits(cpcUri, address);
            if (units.size() != 1) {
                throw new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "The FICON configuration of machine " + machine + " on HMC " + hmc.system() + " has "
                                + (units.isEmpty()
                                        ? "no control unit with the logical address " + address
                                        : units.size() + " control units with the logical address " + address + ", and"
                                                + " nothing says which is meant: "
                                                + units.stream()
                                                        .map(ControlUnit::name)
                                                        .collect(Collectors.joining(", ")))
                                + ".",
                        "Have the storage team define it there (Configure Storage, FICON connectivity), or name volumes of"
                                + " another control unit as eckd-devices of the landscape; then retry.");
            }
            found.units.put(address, units.get(0));
        }
        return found;
    }

    /** The control unit of an address. */
    ControlUnit unit(String address) {
        ControlUnit unit = units.get(address.substring(0, UNIT));
        if (unit == null) {
            throw new IllegalArgumentException("No control unit was looked for of address " + address);
        }
        return unit;
    }

    /** The address of a volume, as it is told by control unit and unit address; empty for a control unit of others. */
    String address(String controlUnitUri, String unitAddress) {
        return units.entrySet().stream()
                .filter(unit -> unit.getValue().objectUri().equals(controlUnitUri))
                .map(unit -> unit.getKey() + unitAddress)
                .findFirst()
                .orElse("");
    }

    /** Unit address within its control unit. */
    static String unitAddress(String address) {
        return address.substring(UNIT);
    }
}
