/** Who may do what: users, roles, log-in, and the one place where a route's roles are checked. */
@NullMarked
package io.gulliver.ui.security;

import org.jspecify.annotations.NullMarked;
