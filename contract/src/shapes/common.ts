import * as z from 'zod';
import { limits } from '../limits.ts';
import { sentences } from '../sentences.ts';

/** An empty string, or null, in an optional field counts as absent. */
export function optional<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());
}

/** A field of a change: an empty string counts as absent and leaves it as it is, null clears it. */
export function clearable<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.nullable().optional());
}

/** A date without a zone, `YYYY-MM-DD`, that exists in the calendar. */
export const calendarDate = (missing: string = sentences.required) =>
  z
    .string({ error: missing })
    .min(1, { error: missing, abort: true })
    .pipe(z.iso.date({ error: sentences.dateInvalid }));

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** Text with its outer blanks removed, required, bounded. */
export const text = (missing: string, max: number = limits.nameMax) =>
  z.string({ error: missing }).trim().min(1, { error: missing }).max(max, { error: sentences.tooLong });

export const email = z
  .string({ error: sentences.emailInvalid })
  .trim()
  .toLowerCase()
  .max(254, { error: sentences.emailInvalid })
  .pipe(z.email({ error: sentences.emailInvalid }));

export const languages = ['en', 'el'] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;

export const genders = ['Male', 'Female', 'Other'] as const;
export const gender = z.enum(genders, { error: sentences.genderRequired });
export type Gender = z.infer<typeof gender>;

/** Today in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

/** The spec's problem body (shapes, "problem"). */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string(),
  message: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

export const ok = z.object({ ok: z.literal(true) });

/** Query parameters of a paged list. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(limits.listMax).optional(),
  cursor: z.string().max(200).optional(),
};

/** A search box: literal text, capped. */
export const searchText = z.string().max(limits.searchMax).optional();
