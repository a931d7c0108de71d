package io.gulliver.engine;

import io.temporal.common.converter.DataConverterException;

/**
 * A payload that nobody of this installation wrote for the run in which it arrived: not sealed, or sealed for another
 * run. A run whose own input is refused ends as failed; an update is rejected; an answer of an activity counts as lost.
 */
public final class RefusedPayloadException extends DataConverterException {
    private static final long serialVersionUID = 1L;

    RefusedPayloadException(String message) {
        super(message);
    }
}
