/** The lab's JDBC driver: a small jar of its own that uses the JDK alone and speaks to a lab listener over TCP. */
@NullMarked
package io.gulliver.lab.oracle.driver;

import org.jspecify.annotations.NullMarked;
