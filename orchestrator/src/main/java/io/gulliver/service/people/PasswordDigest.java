package io.gulliver.service.people;

/** Makes of a password what may be kept of it. */
@FunctionalInterface
public interface PasswordDigest {
    String of(String password);
}
