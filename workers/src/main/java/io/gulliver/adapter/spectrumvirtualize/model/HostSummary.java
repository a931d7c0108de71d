package io.gulliver.adapter.spectrumvirtualize.model;

/** A host as a list shows it: without its ports. {@code status} is {@code online}, {@code offline} or {@code degraded}. */
public record HostSummary(String id, String name, String status, int portCount) {}
