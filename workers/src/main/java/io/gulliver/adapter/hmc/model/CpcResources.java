package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What a mainframe has to give: processors, memory, number of partitions.
 *
 * @param processorCountIfl installed IFLs; there is no "free IFL" property to trust, see {@code HmcClient#capacity}
 * @param storageCustomer MiB
 * @param storageCustomerAvailable MiB; active and reserved partitions are already deducted (not confirmed by a manual); null where
 *     the HMC does not say it
 * @param maximumPartitions how many may be defined; null below API 2.24 (z15), which does not say it (zhmcclient, {@code _cpc.py})
 */
public record CpcResources(
        @JsonProperty("object-uri") String objectUri,
        @JsonProperty("name") String name,
        @JsonProperty("status") String status,
        @JsonProperty("dpm-enabled") boolean dpmEnabled,
        @JsonProperty("processor-count-ifl") int processorCountIfl,
        @JsonProperty("processor-count-spare") int processorCountSpare,
        @JsonProperty("processor-count-defective") int processorCountDefective,
        @JsonProperty("storage-customer") long storageCustomer,

        @JsonProperty("storage-customer-available") @Nullable
        Long storageCustomerAvailable,

        @JsonProperty("maximum-partitions") @Nullable Integer maximumPartitions) {}
