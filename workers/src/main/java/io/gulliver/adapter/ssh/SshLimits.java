package io.gulliver.adapter.ssh;

import java.time.Duration;

/**
 * How long we wait for a host, and how much we ask of one connection.
 *
 * @param connect TCP connection
 * @param login key exchange and login together
 * @param channel opening of a channel or of the file transfer
 * @param call an answer of the wrapper (not the length of a job)
 * @param keepAlive pause between two signs of life; after three without an answer the connection counts as lost
 * @param channels calls at once on one connection; OpenSSH allows ten sessions, file transfer takes two of them
 */
public record SshLimits(
        Duration connect, Duration login, Duration channel, Duration call, Duration keepAlive, int channels) {

    public SshLimits {
        if (channels < 1) {
            throw new IllegalArgumentException("A connection needs at least one channel; seen: " + channels);
        }
    }

    /** 10 s to connect, 20 s to log in, 10 s for a channel, 60 s for an answer, a sign of life each 15 s, 8 channels. */
    public static SshLimits defaults() {
        return new SshLimits(
                Duration.ofSeconds(10),
                Duration.ofSeconds(20),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofSeconds(15),
                8);
    }
}
