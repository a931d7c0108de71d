package io.gulliver.adapter.spectrumvirtualize.model;

/**
 * The array itself: who answered, and which level it runs.
 *
 * @param id system id in hex, as {@code lssystem} spells it
 * @param name name that its administrators gave it
 * @param codeLevel level and build, for example {@code 8.4.0.2 (build 152.24.2012160000000)}
 * @param productName marketing name, for example {@code IBM FlashSystem 9100}; empty when the level does not tell
 */
public record ArraySystem(String id, String name, String codeLevel, String productName) {}
