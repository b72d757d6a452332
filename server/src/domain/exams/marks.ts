import { fileMarks } from '@medcloud/contract/choices';
import * as z from 'zod';
import type { JsonValue } from '../../platform/db/json.ts';

const markCounts = z.partialRecord(z.enum(fileMarks), z.number().int());
export type MarkCounts = z.infer<typeof markCounts>;

/** Parses how many files of an exam have each mark. */
export function parseMarks(marks: JsonValue): MarkCounts {
  return markCounts.parse(marks);
}

/** Returns whether a file of the exam could start something on a reader's computer, or could not be inspected. */
export function hasMarks(marks: JsonValue): boolean {
  return Object.keys(parseMarks(marks)).length > 0;
}
