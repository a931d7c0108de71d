package io.gulliver.adapter.ds8000.model;

/** A host; its ports are objects of their own. */
public record Ds8000Host(String name, String state, String type) {}
