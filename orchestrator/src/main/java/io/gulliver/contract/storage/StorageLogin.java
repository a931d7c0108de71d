package io.gulliver.contract.storage;

/** A port of a host that is logged in at a port of an array; offline ones were once. */
public record StorageLogin(String host, String array, boolean online) {}
