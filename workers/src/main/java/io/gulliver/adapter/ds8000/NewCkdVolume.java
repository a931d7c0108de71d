package io.gulliver.adapter.ds8000;

/**
 * A volume for ECKD that is wanted, under an id of its own.
 *
 * @param id four hex digits, of an LCU that is there
 * @param cylinders 1 to 65,520; more need another model of volume
 */
public record NewCkdVolume(String id, String name, String pool, int cylinders, boolean thin) {
    private static final int MOST_CYLINDERS = 65_520;

    public NewCkdVolume {
        id = Ds8000Names.hex("Volume id", id, 4);
        Ds8000Names.volume(name);
        if (cylinders < 1 || cylinders > MOST_CYLINDERS) {
            throw new IllegalArgumentException(
                    "Volume " + name + ": " + cylinders + " cylinders, wanted 1 to " + MOST_CYLINDERS + ".");
        }
    }
}
