package io.gulliver.service.migration;

import io.gulliver.domain.estate.Landing;
import io.gulliver.persistence.estate.LandingStore;
import io.gulliver.persistence.name.NameRequest;
import io.gulliver.persistence.name.NameStore;
import java.util.List;
import java.util.Optional;

/**
 * Under which name the rehearsals of a database land: the first one that is no name of a database of the program, no name that
 * one lands under, and no other one's rehearsal. It is kept before anything is made and stays, for each later rehearsal too;
 * only where a production has come to land under it since, another is chosen.
 */
final class RehearsalNames {
    private static final String KIND = "database";

    private final LandingStore landings;
    private final NameStore names;

    RehearsalNames(LandingStore landings, NameStore names) {
        this.landings = landings;
        this.names = names;
    }

    /**
     * Where a rehearsal lands.
     *
     * @param landing of production
     * @throws io.gulliver.persistence.NameExhaustedException every name is taken
     */
    Landing of(Landing landing) {
        List<String> proposals = landing.rehearsalNames();
        if (proposals.isEmpty()) {
            return landing;
        }
        List<Landing> all = landings.list(landing.program());
        String owner = landing.database() + (landing.pluggable() == null ? "" : "/pluggable");
        for (int next = 1; ; next++) {
            NameRequest request =
                    new NameRequest("rehearsal/" + landing.program(), KIND, next == 1 ? owner : owner + "/" + next);
            Optional<String> kept = names.find(request);
            String name = kept.orElseGet(() -> names.allocate(
                    request,
                    proposals.stream()
                            .filter(one -> all.stream()
                                    .noneMatch(other -> other.landsUnder(one)
                                            || other.database().equalsIgnoreCase(one)))
                            .toList()));
            if (all.stream().noneMatch(other -> other.landsUnder(name))) {
                return landing.rehearsed(name);
            }
        }
    }
}
