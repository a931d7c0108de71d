package io.gulliver.lab.ssh;

import java.time.Duration;

/** Asked at each moment in which a host could misbehave; answers what shall go wrong. Called from many threads. */
@FunctionalInterface
public interface SshFaultHook {

    /** Where a fault can strike. */
    enum Moment {
        /** A client presents a key or a password; {@code cut} refuses it. */
        LOGIN,
        /** A command arrived and has not begun; {@code cut} drops the connection without an effect. */
        BEFORE_COMMAND,
        /** A command has ended and its answer was not sent; {@code cut} drops the connection after the effect. */
        AFTER_COMMAND
    }

    /**
     * What goes wrong.
     *
     * @param delay the host is that slow
     * @param cut see {@link Moment}
     */
    record Fault(Duration delay, boolean cut) {
        /** Nothing goes wrong. */
        public static final Fault NONE = new Fault(Duration.ZERO, false);

        /** The connection drops, or the login is refused. */
        public static final Fault CUT = new Fault(Duration.ZERO, true);

        /** The host takes its time. */
        public static Fault slow(Duration delay) {
            return new Fault(delay, false);
        }
    }

    /** The fault for this moment; {@code what} is the command line, or the user at a login. */
    Fault at(String host, Moment moment, String what);
}
