/** Real Oracle databases in containers, for suites that run where a Docker engine is: {@code docs/oracle-real.md}. */
@NullMarked
package io.gulliver.adapter.oracle.real;

import org.jspecify.annotations.NullMarked;
