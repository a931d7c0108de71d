package io.gulliver.adapter.oracle;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Users and roles that Oracle makes and maintains, by name. A grant to one that the target lacks is not missed: the
 * product it belongs to is not installed there. A name that is not in here may be an application's.
 */
public final class OracleMaintained {
    /** Users: {@code application-owners-11}, which leaves the same ones out; ORACLE_MAINTAINED = 'Y' from 12.1 on. */
    private static final Set<String> USERS = Set.of(
            "SYS",
            "SYSTEM",
            "SYSMAN",
            "DBSNMP",
            "OUTLN",
            "XDB",
            "ANONYMOUS",
            "CTXSYS",
            "MDSYS",
            "MDDATA",
            "ORDSYS",
            "ORDPLUGINS",
            "ORDDATA",
            "SI_INFORMTN_SCHEMA",
            "OLAPSYS",
            "WMSYS",
            "EXFSYS",
            "DMSYS",
            "TSMSYS",
            "DIP",
            "LBACSYS",
            "DVSYS",
            "DVF",
            "APPQOSSYS",
            "ORACLE_OCM",
            "FLOWS_FILES",
            "OWBSYS",
            "OWBSYS_AUDIT",
            "MGMT_VIEW",
            "SPATIAL_CSW_ADMIN_USR",
            "SPATIAL_WFS_ADMIN_USR",
            "GSMADMIN_INTERNAL",
            "GGSYS",
            "AUDSYS",
            "OJVMSYS",
            "XS$NULL");

    /**
     * Roles of products that are gone: Warehouse Builder, Database Control, Ultra Search, OLAP's old catalogue,
     * Multimedia, Enterprise Manager Express; DELETE_CATALOG_ROLE, DATAPATCH_ROLE. Roles of products that still ship, as CTXAPP and JAVAUSERPRIV, are not in here:
     * where one is absent, the product is, and the application needs it.
     */
    private static final Set<String> ROLES = Set.of(
            "OWB$CLIENT",
            "OWB_DESIGNCENTER_VIEW",
            "OWB_USER",
            "MGMT_USER",
            "WKUSER",
            "CWM_USER",
            "OLAPI_TRACE_USER",
            "ORDADMIN",
            "EM_EXPRESS_BASIC",
            "EM_EXPRESS_ALL",
            "DATAPATCH_ROLE",
            "DELETE_CATALOG_ROLE");

    /** Owners of one release of Application Express. */
    private static final Pattern APEX = Pattern.compile("(APEX|FLOWS)_[0-9]{6}");

    private OracleMaintained() {}

    /** Whether Oracle made a user or role of this name, in the case in which the dictionary has it. */
    public static boolean contains(String name) {
        return USERS.contains(name)
                || ROLES.contains(name)
                || APEX.matcher(name).matches();
    }
}
