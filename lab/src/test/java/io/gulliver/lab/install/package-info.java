/** Installers of the lab. */
@NullMarked
package io.gulliver.lab.install;

import org.jspecify.annotations.NullMarked;
