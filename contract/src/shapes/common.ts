import * as z from 'zod';
import { genders } from '../choices.ts';
import { languages } from '../languages.ts';
import { limits } from '../limits.ts';
import { issueCode } from '../validation-codes.ts';

export { genders } from '../choices.ts';

const emptyToUndefined = (value: unknown) => (value === '' || value === null ? undefined : value);

/** Makes a field optional. An empty string or null counts as absent (shapes, names and places). */
export function optional<S extends z.ZodType>(schema: S) {
  return z.preprocess(emptyToUndefined, schema.optional());
}

/** Makes a field of a change. An empty string counts as absent and changes nothing; null clears the field. */
export function clearable<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.nullable().optional());
}

/** Makes a field optional with the default `value`. */
export function withDefault<S extends z.ZodType>(schema: S, value: z.util.NoUndefined<z.output<S>>) {
  return z.preprocess(emptyToUndefined, schema.default(value));
}

/**
 * Creates an object shape that rejects unknown fields: for sign-in, accounts and administrators' calls (security 1b).
 */
export const strictObject = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? issueCode('field_unknown') : undefined),
  });

/** Creates a required string with the message `missing`. Later checks report other errors. */
export const requiredString = (missing: string) =>
  z.string({ error: ({ input }) => (input === undefined || input === null ? missing : undefined) });

/** Creates a shape of an existing calendar date `YYYY-MM-DD`, without a time zone. */
export const calendarDate = (missing: string = issueCode('required')) =>
  requiredString(missing)
    .min(1, { error: missing, abort: true })
    .pipe(z.iso.date({ error: issueCode('date_invalid') }));

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** Creates a shape of one line of trimmed text with at most `max` characters. */
export const line = (max: number = limits.nameMax, missing?: string) =>
  (missing === undefined ? z.string() : requiredString(missing))
    .trim()
    .max(max)
    .regex(/^[^\r\n\t]*$/, { error: issueCode('one_line_only') });

/** Creates a shape of trimmed text with line breaks and at most `max` characters. Required if `missing` is given. */
export const lines = (max: number, missing?: string) =>
  missing === undefined
    ? z.string().trim().max(max)
    : requiredString(missing).trim().max(max).min(1, { error: missing });

/** Creates a shape of one required line of text. */
export const text = (missing: string, max: number = limits.nameMax) => line(max, missing).min(1, { error: missing });

const nameCharacters = /^(?=.*\p{L})[\p{L}\p{M} \u00a0.\-\u2010\u2011'\u2019]*$/u;
// A phone makes a link of `evil.com` and `clinic24.gr`: letters or digits, a dot of any script, two letters at least.
const linkInName = /[\p{L}\p{M}\p{N}][.\u3002\uff0e\uff61][\p{L}\p{M}]{2}/u;

/**
 * Creates a shape of a person's name that leaves in an SMS or a mail: letters of any script, blanks, dots, hyphens and
 * apostrophes. Refuses what a phone shows as a link, and invisible characters.
 */
export const personName = (missing: string) =>
  text(missing).refine((name) => name === '' || (nameCharacters.test(name) && isNameWithoutLink(name)), {
    error: issueCode('name_characters'),
  });

/**
 * True if a name has no link and no invisible character. Centers' names may have digits and other signs.
 */
export const isNameWithoutLink = (name: string) => !/[\p{DI}\p{Cf}]|:\/\//u.test(name) && !linkInName.test(name);

export const email = requiredString(issueCode('email_invalid'))
  .trim()
  .toLowerCase()
  .max(254, { error: issueCode('email_invalid') })
  .pipe(z.email({ error: issueCode('email_invalid') }));

export const language = z.enum(languages);

export const gender = z.enum(genders, { error: issueCode('gender_required') });
export type Gender = z.infer<typeof gender>;

const problemParams = z.object({ reason: z.string().optional(), value: z.string().optional() });

/**
 * The specification's problem body (shapes, "problem"). A screen words the codes: the fault's, or `params.reason` if
 * there is one, and each field's.
 */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string(),
  message: z.string(),
  requestId: z.string(),
  params: problemParams.optional(),
  /** With `revision_conflict`: the newer state. */
  current: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        field: z.string(),
        message: z.string(),
        code: z.string().optional(),
        params: problemParams.optional(),
      }),
    )
    .optional(),
});

export const ok = z.object({ ok: z.literal(true) });

/** Query parameters of a paged list. */
export const paging = {
  limit: optional(z.coerce.number().int().min(1).max(limits.listMax)),
  cursor: optional(z.string().max(200)),
};

/** Text of a search box: literal, with a maximum length. */
export const searchText = optional(z.string().max(limits.searchMax));
