/** Hosts over SSH: pinned host keys, one connection a host, detached jobs through one wrapper. */
@NullMarked
package io.gulliver.adapter.ssh;

import org.jspecify.annotations.NullMarked;
