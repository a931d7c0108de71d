package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One message of the operating system in a partition, or of the loader before it.
 *
 * @param sequenceNumber rises by one; a gap says that messages are lost
 * @param text one line or several, as printed
 */
public record OsMessage(
        @JsonProperty("sequence-number") long sequenceNumber,
        @JsonProperty("message-text") String text) {}
