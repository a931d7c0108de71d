package io.gulliver.adapter.feilong.model;

import org.jspecify.annotations.Nullable;

/**
 * An image to be taken into the server's repository.
 *
 * @param url {@code http://host/path} or {@code file:///path}; https is not read by any level
 * @param osVersion for example {@code rhel9.4} or {@code sles15.6}
 * @param md5 of the file, 32 hex digits; null leaves it unchecked
 * @param diskType {@code DASD} or {@code SCSI}; for RHCOS alone, else null
 * @param remoteHost {@code user@host} that has the file; null for the server itself
 */
public record ImageSpec(
        String name,
        String url,
        String osVersion,
        @Nullable String md5,
        @Nullable String diskType,
        @Nullable String remoteHost) {}
