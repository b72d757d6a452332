import type * as z from 'zod';
import { sentenceForms, sentences, writeSentence } from './sentences.ts';

/** A field's path and the sentence to show beside it. */
export interface ShapeIssue {
  code: string;
  path: PropertyKey[];
  message: string;
}

export type ParsedShape<T> = { success: true; data: T } | { success: false; issues: ShapeIssue[] };

/**
 * Parses a value by a shape, as browser and server both do it: what a shape says itself stands; what it leaves unsaid is
 * said by `sentenceOf`, never by zod; and text that cannot be kept fails on its field.
 */
export function parseShape<S extends z.ZodType>(shape: S, value: unknown): ParsedShape<z.output<S>> {
  const result = shape.safeParse(value, { error: sentenceOf });
  if (!result.success) {
    return {
      success: false,
      issues: result.error.issues.map(({ code = 'custom', path, message }) => ({ code, path, message })),
    };
  }
  const path = pathOfUnkept(result.data);
  if (path === null) return { success: true, data: result.data };
  return { success: false, issues: [{ code: 'custom', path, message: sentences.controlCharacters }] };
}

// PostgreSQL keeps no NUL and JSON no lone surrogate; other control characters but tab and line ends are no text either.
const unkept = /[^\P{Cc}\t\n\r]/u;

/** Where the first text with such a character stands; null where there is none. Only what the shape keeps is looked at. */
function pathOfUnkept(value: unknown): PropertyKey[] | null {
  if (typeof value === 'string') return unkept.test(value) || !value.isWellFormed() ? [] : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, child] of Object.entries(value)) {
    const path = pathOfUnkept(child);
    if (path !== null) return [Array.isArray(value) ? Number(name) : name, ...path];
  }
  return null;
}

type Issue = z.core.$ZodRawIssue;

/** The sentence for a failure that the shape itself gives none for. */
function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return ofType(issue);
    case 'too_big':
      return ofBound(issue.origin, 'Most', issue.maximum);
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? sentences.required
        : ofBound(issue.origin, 'Least', issue.inclusive === false ? Number(issue.minimum) + 1 : issue.minimum);
    case 'invalid_value':
      return writeSentence(sentenceForms.chooseOneOf, issue.values.join(', '));
    case 'invalid_format':
      return issue.format === 'date' ? sentences.dateInvalid : sentences.notReadable;
    default:
      return sentences.notReadable;
  }
}

function ofType({ expected, input }: Extract<Issue, { code: 'invalid_type' }>): string {
  if (input === undefined || input === null) return sentences.required;
  switch (expected) {
    case 'string':
      return sentences.textExpected;
    case 'int':
      return sentences.wholeNumberExpected;
    case 'number':
      return sentences.numberExpected;
    case 'boolean':
      return sentences.truthExpected;
    case 'array':
      return sentences.listExpected;
    default:
      return sentences.notReadable;
  }
}

function ofBound(origin: string, end: 'Most' | 'Least', bound: number | bigint): string {
  switch (origin) {
    case 'string':
      return writeSentence(sentenceForms[`characters${end}`], bound);
    case 'array':
      return writeSentence(sentenceForms[`choices${end}`], bound);
    default:
      return writeSentence(sentenceForms[`number${end}`], bound);
  }
}
