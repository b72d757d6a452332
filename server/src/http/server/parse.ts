import { Fault, type FieldError } from '@medcloud/contract/faults';
import { parseShape } from '@medcloud/contract/parse-shape';
import type * as z from 'zod';

/** Parses input with the contract's shape. Throws `validation` with messages by field. */
export function parseInput<S extends z.ZodType>(shape: S, value: unknown): z.output<S> {
  const result = parseShape(shape, value);
  if (result.success) return result.data;
  throw validationFault(result.issues);
}

/**
 * Creates a `validation` fault with the first message of each field. The first of all is also the problem's own
 * message.
 */
export function validationFault(issues: readonly { path: PropertyKey[]; message: string }[]): Fault {
  const errors: FieldError[] = [];
  for (const issue of issues) {
    const field = issue.path.map(String).join('.');
    if (!errors.some((error) => error.field === field)) errors.push({ field, message: issue.message });
  }
  const message = errors.find((error) => error.field !== '')?.message;
  return new Fault('validation', { errors, ...(message ? { message } : {}) });
}

const maxDepth = 20; // security 2, row 41

/** Throws `malformed` for JSON nested deeper than the contract needs. */
export function checkDepth(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxDepth) throw new Fault('malformed');
  for (const child of Object.values(value)) checkDepth(child, depth + 1);
}
