/** An installation server, and the installers that read from it. */
@NullMarked
package io.gulliver.lab.install;

import org.jspecify.annotations.NullMarked;
