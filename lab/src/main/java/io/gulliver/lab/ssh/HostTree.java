package io.gulliver.lab.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The directory tree of one host, the environment of its processes, and which processes are its own. */
final class HostTree {
    private static final String MARK = "LAB_HOST_ROOT";

    /** So often is looked at a process that has no environment yet. */
    private static final int LOOKS = 40;

    /** Nobody but its owner changes the rights of a directory, whoever owns it on the machine beneath. */
    private static final String CHMOD = """
            #!/bin/sh
            for A in "$@"; do
              P=$(readlink -m -- "$A")
              if sed 's/^[^ ]* //' "$LAB_HOST_ROOT/etc/owners" | grep -qxF -- "$P"; then
                echo "chmod: changing permissions of '$A': Operation not permitted" >&2
                exit 1
              fi
            done
            exec /bin/chmod "$@"
            """;

    private final String host;
    private final String user;
    private final Path root;

    HostTree(String host, String user, Path root) {
        this.host = host;
        this.user = user;
        this.root = root;
    }

    Path root() {
        return root;
    }

    Path home() {
        return home(user);
    }

    Path home(String login) {
        return root.resolve("home").resolve(login);
    }

    /** Makes the home of a second login. */
    void welcome(String login) throws IOException {
        Files.setPosixFilePermissions(
                Files.createDirectories(home(login)), PosixFilePermissions.fromString("rwx------"));
    }

    /** The units of the host, never those of the machine beneath, whose {@code systemctl} reads all of them each time. */
    static final String SYSTEMCTL = """
            #!/bin/sh
            # Units that somebody made for this lab host, all of them enabled.
            U="$LAB_HOST_ROOT/etc/systemd/system"
            case "$*" in
              "list-unit-files --type=service --state=enabled --no-legend --no-pager")
                for F in "$U"/*.service; do [ -f "$F" ] && echo "${F##*/} enabled"; done
                exit 0 ;;
              "cat --no-pager "*)
                [ -f "$U/$3" ] || { echo "No files found for $3." >&2; exit 1; }
                echo "# /etc/systemd/system/$3"
                exec /bin/cat "$U/$3" ;;
            esac
            # Units of the system itself, where this host has some: NAME enabled or NAME disabled, one a line.
            S="$LAB_HOST_ROOT/etc/units"
            case "$*" in
              "is-enabled "*)
                E=$(sed -n "s/^$2 //p" "$S" 2>/dev/null)
                echo "${E:-not-found}"
                [ "$E" = enabled ]; exit ;;
              "start "*|"restart systemd-logind"|"enable --now "*|"disable --now "*)
                [ "${LAB_ROOT:-}" = 1 ] || { echo "systemctl: Access denied" >&2; exit 4; }
                [ "$1" != restart ] || exit 0
                N=$2; [ "$2" = --now ] && N=$3
                grep -q "^$N " "$S" 2>/dev/null || { echo "Unit file $N.service does not exist." >&2; exit 5; }
                [ "$1" != start ] || exit 0
                grep -v "^$N " "$S" >"$S.new"
                echo "$N ${1}d" >>"$S.new"
                mv "$S.new" "$S"
                exit 0 ;;
            esac
            if [ "${1:-}" = is-active ] && A=$(grep "^$2 " "$S" 2>/dev/null); then
              [ "${A#* }" = enabled ] || { echo inactive; exit 3; }
              echo active
              exit 0
            fi
            [ "${1:-} ${2:-}" = "is-active sysstat" ] || { echo "systemctl: not in this lab" >&2; exit 1; }
            [ -e "$LAB_HOST_ROOT/etc/sysstat.off" ] && { echo inactive; exit 3; }
            echo active
            """;

    void layDown(Map<String, String> overlay) throws IOException {
        for (String directory : List.of("bin", "etc", "run", "tmp", "u01", "home/" + user)) {
            Files.createDirectories(root.resolve(directory));
        }
        // Whatever the umask of whoever runs the lab: a server reads no list of keys below a home that others may
        // write.
        Files.setPosixFilePermissions(home(), PosixFilePermissions.fromString("rwx------"));
        if (!Files.exists(bootIdFile())) {
            newBootId();
        }
        Map<String, String> files = new TreeMap<>(Map.of("bin/hostname", "#!/bin/sh\necho " + host + "\n"));
        files.putAll(overlay);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = inside(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue(), StandardCharsets.UTF_8);
            if (path.startsWith(root.resolve("bin"))) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    /** A path of the host as a path of this machine: relative to the login's home, absolute below the tree. */
    Path inside(String remote) throws IOException {
        Path given = Path.of(remote);
        Path path;
        if (!given.isAbsolute()) {
            // Overlay paths such as bin/lscpu are relative to the tree, and are given before anybody logs in.
            path = root.resolve(given);
        } else if (given.startsWith(root)) {
            path = given;
        } else {
            path = root.resolve(given.toString().substring(1));
        }
        return kept(path);
    }

    /** The same for file transfer, where a relative path starts in the login's home, as it does in the shell. */
    Path fromHome(String remote) throws IOException {
        return fromHome(user, remote);
    }

    Path fromHome(String login, String remote) throws IOException {
        return Path.of(remote).isAbsolute() ? inside(remote) : kept(home(login).resolve(remote));
    }

    private Path kept(Path path) throws IOException {
        Path clean = path.normalize();
        if (!clean.startsWith(root)) {
            throw new java.nio.file.AccessDeniedException(clean.toString(), null, "outside the tree of host " + host);
        }
        return clean;
    }

    Process run(String login, String command, Map<String, String> ofConnection) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(shell(command)).directory(home(login).toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(ofConnection);
        environment.put("HOME", home(login).toString());
        environment.put("USER", login);
        environment.put("LOGNAME", login);
        environment.put("SHELL", "/bin/sh");
        environment.put("LANG", "C.UTF-8");
        environment.put("TMPDIR", root.resolve("tmp").toString());
        environment.put("PATH", root.resolve("bin") + ":/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin");
        // The kernel beneath is shared by all hosts of the lab, so its boot id is not theirs.
        environment.put("GULLIVER_BOOT_ID_FILE", bootIdFile().toString());
        environment.put("LAB_HOST", host);
        environment.put("LAB_LOGIN", login);
        environment.put(MARK, root.toString());
        return builder.start();
    }

    /** A lab that runs as root gives its logins no root: rights of directories bind them as they bind anybody. */
    private List<String> shell(String command) throws IOException {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", command));
        if (Files.exists(owners())
                && Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
            words.addAll(0, List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
        }
        return words;
    }

    /** Directories of others, one a line: what the login may there, a blank, the path. */
    private Path owners() {
        return root.resolve("etc/owners");
    }

    /** @param rights of the login from now on, or null: the directory becomes its own */
    void own(Path directory, @Nullable String rights) throws IOException {
        List<String> lines = new ArrayList<>(Files.exists(owners()) ? Files.readAllLines(owners()) : List.of());
        lines.removeIf(line -> line.substring(line.indexOf(' ') + 1).equals(directory.toString()));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        if (rights != null) {
            lines.add(rights + " " + directory);
        }
        Files.write(owners(), lines);
        layDown(Map.of("bin/chmod", CHMOD));
        if (rights != null) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(rights + "------"));
        }
    }

    void newBootId() throws IOException {
        Files.writeString(bootIdFile(), UUID.randomUUID() + "\n");
    }

    /** Ends every process of this host at once, as a power cut does. */
    void killAll() throws IOException {
        // A process may fork while we look; a second look finds the child, and there are fewer each time.
        for (int round = 0; round < 12; round++) {
            List<ProcessHandle> alive = processes();
            if (alive.isEmpty()) {
                return;
            }
            alive.forEach(ProcessHandle::destroyForcibly);
            for (ProcessHandle process : alive) {
                awaitEnd(process);
            }
        }
        throw new IOException("Processes of host " + host + " survive being killed: " + processes());
    }

    /** Looks by itself: of a process that is no child {@code onExit} tells a second late. One that stays is found again. */
    private static void awaitEnd(ProcessHandle process) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (runs(process) && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            if (Thread.interrupted()) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while a host went down");
            }
        }
    }

    /** False also for one that has ended and whose parent has not asked for it yet: it has no program any more. */
    private static boolean runs(ProcessHandle process) {
        try {
            Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "exe"));
            return true;
        } catch (IOException ended) {
            return false;
        }
    }

    private List<ProcessHandle> processes() throws IOException {
        String mark = "\0" + MARK + "=" + root + "\0";
        List<ProcessHandle> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            for (Path process :
                    all.filter(p -> p.getFileName().toString().matches("\\d+")).toList()) {
                try {
                    String environment = environment(process);
                    if (environment.contains(mark)) {
                        ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                                .ifPresent(found::add);
                    }
                } catch (IOException goneOrNotOurs) {
                    // Other people's processes cannot be read, and ours may have ended meanwhile.
                }
            }
        }
        return found;
    }

    /** Waits a little for a process that is on its way from one program to the next: it has no environment then. */
    private static String environment(Path process) throws IOException {
        for (int look = 1; ; look++) {
            // Latin-1 keeps the bytes apart; names of trees are plain anyway.
            String environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            if (!environment.isEmpty() || look == LOOKS || !isYoung(process)) {
                return "\0" + environment + "\0";
            }
            // Fails for kernel threads and for what has ended: they have no program.
            Files.readSymbolicLink(process.resolve("exe"));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private static boolean isYoung(Path process) {
        return ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                .flatMap(found -> found.info().startInstant())
                .filter(start -> start.isAfter(Instant.now().minusSeconds(10)))
                .isPresent();
    }

    private Path bootIdFile() {
        return root.resolve("run/boot_id");
    }
}
