/** Tests of the lab's databases from within. */
@NullMarked
package io.gulliver.lab.oracle;

import org.jspecify.annotations.NullMarked;
