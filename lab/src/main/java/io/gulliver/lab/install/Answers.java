package io.gulliver.lab.install;

import java.util.List;

/**
 * What a document told an installer.
 *
 * @param problem why the installer gives up; empty when it goes on
 * @param wwid of the disk that it writes to
 * @param before scripts that run before anything is written
 * @param failed scripts that run when it gives up
 * @param after scripts that run in the installed system
 * @param ends whether the machine is down when it is installed, else it is loaded anew
 */
record Answers(
        String problem,
        String wwid,
        List<InstallScript> before,
        List<InstallScript> failed,
        List<InstallScript> after,
        boolean ends) {
    static Answers problem(String problem, List<InstallScript> before, List<InstallScript> failed) {
        return new Answers(problem, "", before, failed, List.of(), true);
    }
}
