/** What the answers of a database to the questions of live discovery mean: rows in, facts out, by JDBC or from a spool. Pure. */
@NullMarked
package io.gulliver.evidence.discovery;

import org.jspecify.annotations.NullMarked;
