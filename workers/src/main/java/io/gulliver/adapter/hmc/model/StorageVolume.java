package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * One volume of a storage group.
 *
 * @param size GiB
 * @param fulfillmentState as of a group; none of a PAV alias
 * @param eckdType of a FICON group: {@code base} or {@code alias}
 * @param deviceNumber of a FICON group: four hex digits, by which the partition sees it
 * @param controlUnitUri of a FICON volume that is fulfilled
 * @param unitAddress of a FICON volume that is fulfilled, two hex digits
 */
public record StorageVolume(
        @JsonProperty("element-uri") String elementUri,
        @JsonProperty("name") String name,
        @JsonProperty("description") @Nullable String description,
        @JsonProperty("size") double size,
        @JsonProperty("usage") String usage,
        @JsonProperty("fulfillment-state") @Nullable String fulfillmentState,
        @JsonProperty("eckd-type") @Nullable String eckdType,
        @JsonProperty("device-number") @Nullable String deviceNumber,
        @JsonProperty("control-unit-uri") @Nullable String controlUnitUri,
        @JsonProperty("unit-address") @Nullable String unitAddress) {
    /** Whether the storage side has provided it. */
    public boolean complete() {
        return "complete".equals(fulfillmentState);
    }

    /** Whether it is a PAV alias of a FICON group, which has no capacity of its own. */
    public boolean alias() {
        return "alias".equals(eckdType);
    }
}
