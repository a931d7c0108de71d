package io.gulliver.adapter.spectrumvirtualize.model;

/**
 * A Fibre Channel I/O port of a node.
 *
 * @param ioPortId by which portsets name it, the same number on every node
 * @param portId number of the port on its node
 * @param nodeId node that carries it
 */
public record FcPort(String ioPortId, String portId, String nodeId) {}
