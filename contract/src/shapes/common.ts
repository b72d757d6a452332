import * as z from 'zod';
import { genders } from '../choices.ts';
import { limits } from '../limits.ts';
import { validationMessages } from '../validation-messages.ts';

export { genders } from '../choices.ts';

const emptyToUndefined = (value: unknown) => (value === '' || value === null ? undefined : value);

/** An empty string, or null, in an optional field counts as absent (shapes, names and places). */
export function optional<S extends z.ZodType>(schema: S) {
  return z.preprocess(emptyToUndefined, schema.optional());
}

/** A field of a change: an empty string counts as absent and leaves it as it is, null clears it. */
export function clearable<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.nullable().optional());
}

/** An optional field of which `value` is taken where it is absent. */
export function withDefault<S extends z.ZodType>(schema: S, value: z.util.NoUndefined<z.output<S>>) {
  return z.preprocess(emptyToUndefined, schema.default(value));
}

/** A body with these fields and no other: for sign-in, accounts and administrators' acts (security 1b). */
export const strictObject = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? validationMessages.fieldUnknown : undefined),
  });

/** Text that must be there; what else may be wrong with it is for its other checks to say. */
export const requiredString = (missing: string) =>
  z.string({ error: ({ input }) => (input === undefined || input === null ? missing : undefined) });

/** A date without a zone, `YYYY-MM-DD`, that exists in the calendar. */
export const calendarDate = (missing: string = validationMessages.required) =>
  requiredString(missing)
    .min(1, { error: missing, abort: true })
    .pipe(z.iso.date({ error: validationMessages.dateInvalid }));

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** One line of text with its outer blanks removed, bounded. */
export const line = (max: number = limits.nameMax, missing?: string) =>
  (missing === undefined ? z.string() : requiredString(missing))
    .trim()
    .max(max)
    .regex(/^[^\r\n\t]*$/, { error: validationMessages.oneLine });

/** Lines of text with their outer blanks removed, bounded; required where a sentence says so. */
export const lines = (max: number, missing?: string) =>
  missing === undefined
    ? z.string().trim().max(max)
    : requiredString(missing).trim().max(max).min(1, { error: missing });

/** One line of text that must be there. */
export const text = (missing: string, max: number = limits.nameMax) => line(max, missing).min(1, { error: missing });

export const email = requiredString(validationMessages.emailInvalid)
  .trim()
  .toLowerCase()
  .max(254, { error: validationMessages.emailInvalid })
  .pipe(z.email({ error: validationMessages.emailInvalid }));

export const languages = ['en', 'el'] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;

export const gender = z.enum(genders, { error: validationMessages.genderRequired });
export type Gender = z.infer<typeof gender>;

// To make one takes a hundred times as long as to use it, and every request asks for today.
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** A moment's day in a time zone, as `YYYY-MM-DD`. */
export function formatDay(timeZone: string, at: Date): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, ...parts });
  dayFormats.set(timeZone, format);
  return format.format(at);
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
  limit: optional(z.coerce.number().int().min(1).max(limits.listMax)),
  cursor: optional(z.string().max(200)),
};

/** A search box: literal text, capped. */
export const searchText = optional(z.string().max(limits.searchMax));
