import { Fault, type FieldIssue } from '@medcloud/contract/faults';
import { parseShape } from '@medcloud/contract/parse-shape';
import type * as z from 'zod';

/** Parses input with the contract's shape. Throws `validation` with issues by field. */
export function parseInput<S extends z.ZodType>(shape: S, value: unknown): z.output<S> {
  const result = parseShape(shape, value);
  if (result.success) return result.data;
  throw validationFault(result.issues);
}

/**
 * Creates a `validation` fault with the first issue of each field. The first of all is also the problem's own
 * reason.
 */
export function validationFault(issues: readonly { path: PropertyKey[]; message: string }[]): Fault {
  const errors: FieldIssue[] = [];
  for (const issue of issues) {
    const field = issue.path.map(String).join('.');
    if (!errors.some((error) => error.field === field)) errors.push({ field, issue: issue.message });
  }
  const reason = errors.find((error) => error.field !== '')?.issue;
  return new Fault('validation', { errors, ...(reason ? { reason } : {}) });
}

const maxDepth = 20; // security 2, row 41

/** Throws `malformed` for JSON nested deeper than the contract needs. */
export function checkDepth(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxDepth) throw new Fault('malformed');
  for (const child of Object.values(value)) checkDepth(child, depth + 1);
}
