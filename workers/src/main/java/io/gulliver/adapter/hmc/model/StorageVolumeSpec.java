package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One volume of a new storage group.
 *
 * @param operation always {@code create} here
 * @param description names inside a group are not unique, so this is what tells volumes apart
 * @param size GiB, of an FCP volume
 * @param usage {@code boot} or {@code data}
 * @param model of a FICON volume: {@code 1}, {@code 2}, {@code 3}, {@code 9}, {@code 27}, {@code 54} or {@code EAV}
 * @param cylinders of model EAV alone: the others have a size each
 * @param deviceNumber of a FICON volume: four small hex digits, by which the partition sees it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StorageVolumeSpec(
        @JsonProperty("operation") String operation,
        @JsonProperty("name") String name,
        @JsonProperty("description") @Nullable String description,
        @JsonProperty("size") @Nullable Double size,
        @JsonProperty("usage") String usage,
        @JsonProperty("model") @Nullable String model,
        @JsonProperty("cylinders") @Nullable Integer cylinders,
        @JsonProperty("device-number") @Nullable String deviceNumber) {
    /** A volume to boot from. */
    public static StorageVolumeSpec boot(String name, double sizeGib) {
        return new StorageVolumeSpec("create", name, name, sizeGib, "boot", null, null, null);
    }

    /** A volume for data. */
    public static StorageVolumeSpec data(String name, double sizeGib) {
        return new StorageVolumeSpec("create", name, name, sizeGib, "data", null, null, null);
    }

    /** A whole ECKD volume for data, by its cylinders and the number that it is to have in the partition. */
    public static StorageVolumeSpec eckd(String name, int cylinders, String deviceNumber) {
        String model = model(cylinders);
        return new StorageVolumeSpec(
                "create",
                name,
                name,
                null,
                "data",
                model,
                model.equals("EAV") ? cylinders : null,
                deviceNumber.toLowerCase(Locale.ROOT));
    }

    /** Models of a 3390 by their cylinders: 1113 for each of model 1 to 9, then 32,760 and 65,520; any other size is EAV. */
    private static String model(int cylinders) {
        return switch (cylinders) {
            case 1_113 -> "1";
            case 2_226 -> "2";
            case 3_339 -> "3";
            case 10_017 -> "9";
            case 32_760 -> "27";
            case 65_520 -> "54";
            default -> "EAV";
        };
    }
}
