package io.gulliver.contract.activity;

/**
 * Where workers put what remote jobs print, the way evidence goes: in the process that owns the store it is the store; from
 * a zone it is the server, over HTTP.
 */
public interface StepLogSink {
    /**
     * Keeps a piece that begins where the store ends; any other changes nothing, so that a piece may be sent twice and
     * another worker may go on. Of a job that is full it keeps what a person asked for, and how long its output is.
     *
     * @return where the store ends now: the next piece begins there
     * @throws RuntimeException when it could not be kept
     */
    StepLogState keep(StepLogPiece piece);
}
