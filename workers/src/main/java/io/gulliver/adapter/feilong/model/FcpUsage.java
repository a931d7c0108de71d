package io.gulliver.adapter.feilong.model;

/**
 * Who uses an FCP device.
 *
 * @param userid whoever reserved it last; empty for nobody ever. The name stays when the device is given back
 * @param connections volumes attached through it: a second attach of the same volume counts again
 * @param templateId empty for none
 */
public record FcpUsage(String userid, boolean reserved, int connections, String templateId) {

    /** Whether it is another's: an attach takes it from him without a word. */
    public boolean isOfAnother(String us) {
        return (reserved || connections > 0) && !userid.equals(us);
    }
}
