package io.gulliver.domain.estate;

/** How a client is led to the database's new place. */
public enum RedirectMethod {
    /** A service of the old name on the new host; only the host changes for the client. */
    SAME_SERVICE_NAME,
    /** An alias in DNS is switched. */
    DNS_ALIAS,
    /** The cluster's own name, or its addresses taken over. */
    SCAN_OR_VIP,
    /** Names in tnsnames.ora, LDAP or JNDI are pushed out. */
    NAMES_PUSHED,
    /** The connection string in the settings of the application is changed by its owner. */
    CONNECTION_STRING,
    /** Connection Manager, a proxy or a listener on the old address hands over to the new one. */
    PROXY,
    /** The database link is made again with the new address. */
    LINK_RECREATED,
    /** It needs nothing, for it will not come again. */
    NOT_NEEDED
}
