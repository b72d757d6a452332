import type * as z from 'zod';
import { issueCode } from './validation-codes.ts';

/** A field's path and the issue to word beside it (`issueCode`). */
export interface ShapeIssue {
  code: string;
  path: PropertyKey[];
  message: string;
}

export type ParsedShape<T> = { success: true; data: T } | { success: false; issues: ShapeIssue[] };

/**
 * Parses a value by a shape, the same way in browser and server. A shape's own issues take precedence; otherwise
 * `describeIssue` supplies the code, never zod. Text that cannot be stored is an issue on its field.
 */
export function parseShape<S extends z.ZodType>(shape: S, value: unknown): ParsedShape<z.output<S>> {
  const result = shape.safeParse(value, { error: describeIssue });
  if (!result.success) {
    return {
      success: false,
      issues: result.error.issues.map(({ code = 'custom', path, message }) => ({ code, path, message })),
    };
  }
  const path = findInvalidTextPath(result.data);
  if (path === null) return { success: true, data: result.data };
  return { success: false, issues: [{ code: 'custom', path, message: issueCode('control_characters') }] };
}

// PostgreSQL stores no NUL, and JSON no lone surrogate. Control characters except tab and line ends are rejected too.
const invalidCharacter = /[^\P{Cc}\t\n\r]/u;

/** Returns the path of the first text with an invalid character, or null. Checks only fields that the shape kept. */
function findInvalidTextPath(value: unknown): PropertyKey[] | null {
  if (typeof value === 'string') return invalidCharacter.test(value) || !value.isWellFormed() ? [] : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, child] of Object.entries(value)) {
    const path = findInvalidTextPath(child);
    if (path !== null) return [Array.isArray(value) ? Number(name) : name, ...path];
  }
  return null;
}

type Issue = z.core.$ZodRawIssue;

/** Returns the code of an issue for which the shape defines none. */
function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue);
    case 'too_big':
      return describeBound(issue.origin, 'many', issue.maximum);
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? issueCode('required')
        : describeBound(issue.origin, 'few', issue.inclusive === false ? Number(issue.minimum) + 1 : issue.minimum);
    case 'invalid_value':
      return issueCode('choice_unknown', issue.values.join(', '));
    case 'invalid_format':
      return issue.format === 'date' ? issueCode('date_invalid') : issueCode('not_readable');
    default:
      return issueCode('not_readable');
  }
}

function describeType({ expected, input }: Extract<Issue, { code: 'invalid_type' }>): string {
  if (input === undefined || input === null) return issueCode('required');
  switch (expected) {
    case 'string':
      return issueCode('text_expected');
    case 'int':
      return issueCode('integer_expected');
    case 'number':
      return issueCode('number_expected');
    case 'boolean':
      return issueCode('boolean_expected');
    case 'array':
      return issueCode('list_expected');
    default:
      return issueCode('not_readable');
  }
}

function describeBound(origin: string, end: 'many' | 'few', bound: number | bigint): string {
  switch (origin) {
    case 'string':
      return issueCode(`too_${end}_characters`, bound);
    case 'array':
      return issueCode(`too_${end}_choices`, bound);
    default:
      return issueCode(end === 'many' ? 'number_too_large' : 'number_too_small', bound);
  }
}
