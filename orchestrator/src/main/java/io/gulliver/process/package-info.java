/** Child processes of ours: which program and which process it is, its port, its directory's lock, starting it again. */
@NullMarked
package io.gulliver.process;

import org.jspecify.annotations.NullMarked;
