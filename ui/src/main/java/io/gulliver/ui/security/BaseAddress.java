package io.gulliver.ui.security;

/** Where the pages of this process are, for somebody on the same machine who is told before any request says it. */
public final class BaseAddress {
    private BaseAddress() {}

    /**
     * For example {@code https://127.0.0.1:8443}.
     *
     * @param address on which the server listens; every address is reached by the loopback too
     * @param tls whether it speaks TLS itself
     */
    public static String of(String address, boolean tls, int port) {
        String host = address.equals("0.0.0.0") || address.equals("::") ? "127.0.0.1" : address;
        return (tls ? "https://" : "http://") + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
