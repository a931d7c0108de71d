/** The conditions of playbooks: typed CEL over declared facts. */
@NullMarked
package io.gulliver.playbook.expression;

import org.jspecify.annotations.NullMarked;
