package io.gulliver.adapter.feilong.model;

/**
 * Who uses an FCP device.
 *
 * @param userid empty for nobody
 * @param connections volumes attached through it: a second attach of the same volume counts again
 * @param templateId empty for none
 */
public record FcpUsage(String userid, boolean reserved, int connections, String templateId) {}
