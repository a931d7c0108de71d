package io.gulliver.lab.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.keyverifier.AcceptAllServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClientFactory;

/**
 * How a console loads a partition from a server: logs on over SFTP with the user and password that the partition has, reads the .ins
 * file, and then every file that it names, each to its address. FTP and FTPS are not played.
 *
 * <p>Layout of an .ins file: Red Hat and SUSE, installing in an LPAR: lines that begin with an asterisk are comments, the others are a
 * path relative to the .ins file and an address. Linux on Z: the kernel lies at 0, its parameters at 0x10480
 * ({@code arch/s390/include/asm/setup.h}, COMMAND_LINE). What a console says of a failure is not published; these words are the lab's.
 */
final class ServerBoot {
    private static final Duration WITHIN = Duration.ofSeconds(10);
    private static final long PARAMETERS = 0x10480L;
    private static final int MOST = 1 << 20;

    private ServerBoot() {}

    /**
     * What was loaded, or why nothing was.
     *
     * @param parameters of the kernel; empty when nothing was loaded
     */
    record Loaded(Optional<String> parameters, String problem) {
        private static Loaded not(String problem) {
            return new Loaded(Optional.empty(), problem);
        }
    }

    static Loaded load(int port, String user, String password, String insFile) {
        try (SshClient client = SshClient.setUpDefaultClient()) {
            client.setServerKeyVerifier(AcceptAllServerKeyVerifier.INSTANCE);
            client.start();
            try (ClientSession session =
                    client.connect(user, "127.0.0.1", port).verify(WITHIN).getSession()) {
                session.addPasswordIdentity(password);
                if (!session.auth().await(WITHIN) || !session.isAuthenticated()) {
                    return Loaded.not("The server refused the logon of user " + user);
                }
                try (SftpClient files = SftpClientFactory.instance().createSftpClient(session)) {
                    return load(files, insFile);
                }
            }
        } catch (IOException e) {
            return Loaded.not("The server cannot be reached or refused the logon: " + e.getMessage());
        }
    }

    private static Loaded load(SftpClient files, String insFile) {
        Map<Long, String> placed = new LinkedHashMap<>();
        String at = insFile.substring(0, insFile.lastIndexOf('/') + 1);
        for (String line : text(files, insFile).orElse("").lines().toList()) {
            if (line.startsWith("*") || line.isBlank()) {
                continue;
            }
            String[] words = line.trim().split("\\s+");
            if (words.length != 2 || !words[1].matches("0[xX][0-9a-fA-F]{1,16}")) {
                return Loaded.not("The line '" + line + "' of " + insFile + " is no file with an address");
            }
            Optional<String> content = text(files, at + words[0]);
            if (content.isEmpty()) {
                return Loaded.not("The file " + at + words[0] + " of " + insFile + " cannot be read");
            }
            placed.put(Long.parseLong(words[1].substring(2), 16), content.get());
        }
        if (placed.isEmpty()) {
            return Loaded.not("The file " + insFile + " cannot be read, or names nothing to load");
        }
        if (!placed.getOrDefault(0L, "").startsWith("kernel of ") || !placed.containsKey(PARAMETERS)) {
            return Loaded.not("The file " + insFile + " loads no kernel at 0 or no parameters at 0x10480");
        }
        return new Loaded(Optional.of(placed.get(PARAMETERS).strip()), "");
    }

    private static Optional<String> text(SftpClient files, String path) {
        try (InputStream in = files.read(path)) {
            return Optional.of(new String(in.readNBytes(MOST), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
