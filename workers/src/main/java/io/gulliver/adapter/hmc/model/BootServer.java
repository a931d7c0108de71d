package io.gulliver.adapter.hmc.model;

/**
 * A server from which a partition loads its kernel.
 *
 * @param protocol {@code ftp}, {@code ftps} or {@code sftp}: the boot device
 * @param host name or address; the protocol's own port is asked
 * @param user as whom the console logs on
 * @param insFile path of the file that says what is loaded where, 1 to 256 characters
 */
public record BootServer(String protocol, String host, String user, String insFile) {}
