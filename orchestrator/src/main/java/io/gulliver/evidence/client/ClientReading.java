package io.gulliver.evidence.client;

import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.evidence.Reading;
import java.util.List;

/**
 * What a reader made of a file that tells of clients.
 *
 * @param reading facts, problems and coverage
 * @param sightings one for each client that got in
 * @param refused one for each client that a listener turned away, as one without a service does
 */
public record ClientReading(Reading reading, List<ClientSighting> sightings, List<ClientSighting> refused) {
    public ClientReading {
        sightings = List.copyOf(sightings);
        refused = List.copyOf(refused);
    }
}
