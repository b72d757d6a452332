import type * as z from 'zod';
import { fillTemplate, messageTemplates, validationMessages } from './validation-messages.ts';

/** A field's path and the message to show beside it. */
export interface ShapeIssue {
  code: string;
  path: PropertyKey[];
  message: string;
}

export type ParsedShape<T> = { success: true; data: T } | { success: false; issues: ShapeIssue[] };

/**
 * Parses a value by a shape, the same way in browser and server. A shape's own messages take precedence; otherwise
 * `describeIssue` supplies the message, never zod. Text that cannot be stored is an issue on its field.
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
  return { success: false, issues: [{ code: 'custom', path, message: validationMessages.controlCharacters }] };
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

/** Returns the message for an issue for which the shape defines none. */
function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue);
    case 'too_big':
      return describeBound(issue.origin, 'Most', issue.maximum);
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? validationMessages.required
        : describeBound(issue.origin, 'Least', issue.inclusive === false ? Number(issue.minimum) + 1 : issue.minimum);
    case 'invalid_value':
      return fillTemplate(messageTemplates.chooseOneOf, issue.values.join(', '));
    case 'invalid_format':
      return issue.format === 'date' ? validationMessages.dateInvalid : validationMessages.notReadable;
    default:
      return validationMessages.notReadable;
  }
}

function describeType({ expected, input }: Extract<Issue, { code: 'invalid_type' }>): string {
  if (input === undefined || input === null) return validationMessages.required;
  switch (expected) {
    case 'string':
      return validationMessages.textExpected;
    case 'int':
      return validationMessages.wholeNumberExpected;
    case 'number':
      return validationMessages.numberExpected;
    case 'boolean':
      return validationMessages.truthExpected;
    case 'array':
      return validationMessages.listExpected;
    default:
      return validationMessages.notReadable;
  }
}

function describeBound(origin: string, end: 'Most' | 'Least', bound: number | bigint): string {
  switch (origin) {
    case 'string':
      return fillTemplate(messageTemplates[`characters${end}`], bound);
    case 'array':
      return fillTemplate(messageTemplates[`choices${end}`], bound);
    default:
      return fillTemplate(messageTemplates[`number${end}`], bound);
  }
}
