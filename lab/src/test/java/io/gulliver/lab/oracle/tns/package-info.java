@NullMarked
package io.gulliver.lab.oracle.tns;

import org.jspecify.annotations.NullMarked;
