-- Compiles every invalid object (method DATA_PUMP, step DP11).
WHENEVER SQLERROR EXIT SQL.SQLCODE ROLLBACK
WHENEVER OSERROR EXIT 9
@?/rdbms/admin/utlrp.sql
EXIT SUCCESS
