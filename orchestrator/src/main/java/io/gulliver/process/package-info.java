/** Child processes of ours: which one it is, its port, its directory's lock, starting it again. */
@NullMarked
package io.gulliver.process;

import org.jspecify.annotations.NullMarked;
