/** Believable Oracle databases: real rows, the statement catalogue's answers, Data Pump programs. */
@NullMarked
package io.gulliver.lab.oracle;

import org.jspecify.annotations.NullMarked;
