package io.gulliver.adapter.ds8000;

import java.util.List;

/**
 * PAV aliases that are wanted.
 *
 * @param firstId where they begin; they go down from there
 * @param perBase how many for each base
 * @param baseIds volumes of the same LCU
 */
public record NewAliases(String firstId, int perBase, List<String> baseIds) {
    public NewAliases {
        firstId = Ds8000Names.hex("Volume id", firstId, 4);
        baseIds =
                baseIds.stream().map(id -> Ds8000Names.hex("Volume id", id, 4)).toList();
        String lcu = firstId.substring(0, 2);
        if (perBase < 1 || baseIds.isEmpty() || baseIds.stream().anyMatch(id -> !id.startsWith(lcu))) {
            throw new IllegalArgumentException(
                    "Aliases from " + firstId + ": wanted one at least for each of some bases of LCU " + lcu + ", not "
                            + perBase + " for " + baseIds + ".");
        }
    }
}
