/** What a server is built with, line by line with where each comes from, and the hash by which people approve it. Pure. */
@NullMarked
package io.gulliver.planning.build;

import org.jspecify.annotations.NullMarked;
