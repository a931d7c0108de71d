/** The words spoken to a migration's workflow: its input, updates and ids. */
@NullMarked
package io.gulliver.contract.workflow;

import org.jspecify.annotations.NullMarked;
