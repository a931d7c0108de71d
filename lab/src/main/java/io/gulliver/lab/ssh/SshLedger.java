package io.gulliver.lab.ssh;

/** Is told of each command a host carried out, before its first effect. Called from many threads. */
@FunctionalInterface
public interface SshLedger {
    /** One command of one login on one host. */
    void carriedOut(String host, String user, String command);
}
