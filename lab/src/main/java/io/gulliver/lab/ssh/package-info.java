/** Hosts of the lab behind a real SSH server. */
@NullMarked
package io.gulliver.lab.ssh;

import org.jspecify.annotations.NullMarked;
