package io.gulliver.adapter.ds8000.model;

/** A host sees a volume; by which number the storage unit counts it is of no meaning on Z, where the LUN is made of the volume's id. */
public record Ds8000Mapping(String host, String lunId, String volumeId) {}
