package io.gulliver.lab.hmc;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a simulated HMC starts with; machines and adapters are made at the first start and kept from then on.
 *
 * @param passwords by user
 * @param maxSessions per user; the next logon is refused with 400.13
 * @param sessionIdle after so long without a call a session is gone
 * @param machines the CPCs it manages
 */
public record LabHmcSetup(
        Map<String, String> passwords, int maxSessions, Duration sessionIdle, List<Machine> machines) {

    /**
     * One CPC.
     *
     * @param ifls installed IFLs
     * @param memoryMib memory for customers
     * @param maximumPartitions how many may be defined
     * @param dpm without DPM nothing can be created
     * @param fcpAdapters FICON cards in FCP mode, two ports each
     * @param osaAdapters OSA cards, each behind a virtual switch
     * @param ficonAdapters FICON cards in FICON mode, which ECKD volumes are reached over
     * @param controlUnits of its FICON configuration
     */
    public record Machine(
            String name,
            int ifls,
            long memoryMib,
            int maximumPartitions,
            boolean dpm,
            int fcpAdapters,
            int osaAdapters,
            int ficonAdapters,
            List<ControlUnit> controlUnits) {
        /** One without FICON. */
        public Machine(
                String name,
                int ifls,
                long memoryMib,
                int maximumPartitions,
                boolean dpm,
                int fcpAdapters,
                int osaAdapters) {
            this(name, ifls, memoryMib, maximumPartitions, dpm, fcpAdapters, osaAdapters, 0, List.of());
        }
    }

    /**
     * A logical control unit.
     *
     * @param subsystem name of its storage subsystem
     * @param logicalAddress two small hex digits
     * @param lastVolume volumes are from address 00 to this one
     * @param firstAlias PAV aliases are from this address to ff
     */
    public record ControlUnit(String subsystem, String logicalAddress, String lastVolume, String firstAlias) {}

    /** One user and the machines given, with the product's own limits (1000 sessions, 360 minutes). */
    public static LabHmcSetup of(String user, String password, Machine... machines) {
        return new LabHmcSetup(Map.of(user, password), 1000, Duration.ofMinutes(360), List.of(machines));
    }

    @Override
    public String toString() {
        return "LabHmcSetup[users=" + passwords.keySet() + ", machines=" + machines + "]";
    }
}
