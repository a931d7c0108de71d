package io.gulliver.lab.install;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.ssh.LabHost;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The trees of an installation server, on a host of the lab: read over SFTP by consoles, which that host serves itself, and over HTTP by
 * installers. They are laid out as on the media: {@code generic.ins} with {@code images/} and {@code .treeinfo} by Red Hat,
 * {@code suse.ins} with {@code boot/s390x/} and {@code media.1/} by SUSE; kernels and initial ramdisks are a few bytes.
 *
 * <p>Faults, under the name of the host: {@link FaultKind#STATUS_503} on {@code get-document} (anything that was put beside a tree), and
 * those of {@link LabInstaller}.
 */
public final class LabTrees implements AutoCloseable {
    private static final String RED_HAT = """
            * minimal lpar ins file
            images/kernel.img 0x00000000
            images/initrd.img 0x02000000
            images/genericdvd.prm 0x00010480
            images/initrd.addrsize 0x00010408
            """;
    private static final String SUSE = """
            * SUSE Linux for zSeries Installation/Rescue System
            boot/s390x/linux 0x00000000
            boot/s390x/initrd.off 0x0001040c
            boot/s390x/initrd.siz 0x00010414
            boot/s390x/initrd 0x01000000
            boot/s390x/parmfile 0x00010480
            """;

    /**
     * One tree.
     *
     * @param version as facts of servers name it
     * @param folder below the top
     * @param redHat whether Anaconda installs from it, else YaST
     */
    public record Tree(String version, String folder, boolean redHat) {
        /** Name of its .ins file. */
        public String insFile() {
            return redHat ? "generic.ins" : "suse.ins";
        }
    }

    /** What the server has. */
    public static final List<Tree> ALL =
            List.of(new Tree("RHEL 9.4", "rhel-9.4", true), new Tree("SLES 15.6", "sles-15.6", false));

    private static final String TOP = "srv/install";

    private final LabContext context;
    private final LabHost host;
    private final HttpServer http;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "lab-trees");
        thread.setDaemon(true);
        return thread;
    });

    private LabTrees(LabContext context, LabHost host, HttpServer http) {
        this.context = context;
        this.host = host;
        this.http = http;
    }

    /** Lays the trees where they are not yet, and opens the port that they had before. */
    public static LabTrees start(LabContext context, LabHost host) throws IOException {
        for (Tree tree : ALL) {
            if (Files.notExists(host.root().resolve(TOP).resolve(tree.folder()))) {
                host.layDown(files(tree));
            }
        }
        int kept = context.documents()
                .find(host.name(), "port", "http")
                .map(port -> port.asInt())
                .orElse(0);
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), kept), 0);
        context.documents()
                .put(
                        host.name(),
                        "port",
                        "http",
                        JsonNodeFactory.instance.numberNode(http.getAddress().getPort()));
        LabTrees trees = new LabTrees(context, host, http);
        http.createContext("/", trees::answer);
        http.setExecutor(trees.threads);
        http.start();
        return trees;
    }

    private static Map<String, String> files(Tree tree) {
        String at = TOP + "/" + tree.folder() + "/";
        return tree.redHat()
                ? Map.of(
                        at + "generic.ins",
                        RED_HAT,
                        at + ".treeinfo",
                        "[general]\nfamily = Red Hat Enterprise Linux\nversion = "
                                + tree.version().substring(tree.version().indexOf(' ') + 1)
                                + "\narch = s390x\n",
                        at + "images/kernel.img",
                        "kernel of " + tree.version() + "\n",
                        at + "images/initrd.img",
                        "anaconda of " + tree.version() + "\n",
                        at + "images/genericdvd.prm",
                        "ro ramdisk_size=40000 cio_ignore=all,!condev rd.cmdline=ask\n",
                        at + "images/initrd.addrsize",
                        "\n")
                : Map.of(
                        at + "suse.ins", SUSE,
                        at + "media.1/products", "/ SLE 15.6\n",
                        at + "boot/s390x/linux", "kernel of " + tree.version() + "\n",
                        at + "boot/s390x/initrd", "linuxrc of " + tree.version() + "\n",
                        at + "boot/s390x/initrd.off", "\n",
                        at + "boot/s390x/initrd.siz", "\n",
                        at + "boot/s390x/parmfile", "ramdisk_size=65536\n");
    }

    /** By which consoles reach it; that they ask another port than SFTP's own there is the lab's affair. */
    public String address() {
        return "127.0.0.1";
    }

    /** The host on which they lie. */
    public LabHost host() {
        return host;
    }

    /** A tree as its host's login sees it. */
    public Path directory(Tree tree) {
        return host.root().resolve(TOP).resolve(tree.folder());
    }

    /** Path of the .ins file of a tree as a console's login sees it. */
    public String insFile(Tree tree) {
        return "/" + TOP + "/" + tree.folder() + "/" + tree.insFile();
    }

    /** Address of a tree for installers. */
    public URI uri(Tree tree) {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/" + tree.folder());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Path top = host.root().resolve(TOP);
            Path file =
                    top.resolve(exchange.getRequestURI().getPath().substring(1)).normalize();
            boolean put = String.valueOf(file.getFileName()).startsWith("gulliver-");
            if (put && context.faults().take(host.name(), "get-document", FaultKind.STATUS_503)) {
                exchange.sendResponseHeaders(503, -1);
            } else if (!exchange.getRequestMethod().matches("GET|HEAD")) {
                exchange.sendResponseHeaders(405, -1);
            } else if (!file.startsWith(top) || !Files.isRegularFile(file)) {
                exchange.sendResponseHeaders(404, -1);
            } else if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(200, -1);
            } else {
                byte[] bytes = Files.readAllBytes(file);
                exchange.sendResponseHeaders(200, bytes.length);
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(bytes);
                }
            }
        }
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdown();
    }
}
