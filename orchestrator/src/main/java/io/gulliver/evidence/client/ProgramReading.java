package io.gulliver.evidence.client;

import io.gulliver.evidence.Reading;
import java.util.List;

/**
 * What a reader made of a file that tells what runs on a host.
 *
 * @param reading facts, problems and coverage
 * @param programs each name once for each kind
 */
public record ProgramReading(Reading reading, List<HostProgram> programs) {
    public ProgramReading {
        programs = List.copyOf(programs);
    }
}
