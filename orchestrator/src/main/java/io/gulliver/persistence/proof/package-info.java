/** Results of suites that met the real thing, as they were imported. */
@NullMarked
package io.gulliver.persistence.proof;

import org.jspecify.annotations.NullMarked;
