/** Script templates without logic: placeholders filled through one escaping function per target language. */
@NullMarked
package io.gulliver.adapter.oracle.script;

import org.jspecify.annotations.NullMarked;
