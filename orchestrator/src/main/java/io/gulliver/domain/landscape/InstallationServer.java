package io.gulliver.domain.landscape;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Where Linux is installed from: a server with the trees of its releases, which a console loads from over FTP or SFTP and an installer
 * reads over HTTP.
 *
 * @param host name of the entry in the landscape's hosts by which files of a run are put beside the trees
 * @param releases the trees, each under the words that facts of servers use
 */
public record InstallationServer(String host, List<Release> releases) {
    public InstallationServer {
        releases = List.copyOf(releases);
    }

    /** Which installer reads a tree, and so which document it wants. */
    public enum Installer {
        /** Anaconda of Red Hat Enterprise Linux 8 and later; reads a kickstart document. */
        KICKSTART,
        /** YaST of SUSE Linux Enterprise Server 15; reads an AutoYaST profile. */
        AUTOYAST
    }

    /**
     * One tree, as three see it.
     *
     * @param version in the words of the facts, for example {@code RHEL 9.4}
     * @param installer that boots from it
     * @param directory of its .ins file on the host, absolute; files of a run are put there
     * @param insFile path of that .ins file as the console's login sees it
     * @param tree address of the tree for the installer, http or https; the directory above is seen there too
     */
    public record Release(String version, Installer installer, String directory, String insFile, URI tree) {}

    /** The tree of these words. */
    public Optional<Release> find(String version) {
        return releases.stream()
                .filter(release -> release.version().equals(version))
                .findFirst();
    }
}
