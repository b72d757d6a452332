import * as z from 'zod';
import { issueCode } from '../validation-codes.ts';
import { adminLoginReply, centerLoginReply, doctorLoginReply, password } from './accounts.ts';
import { instant, ok, optional, requiredString, strictObject } from './common.ts';
import { passkey, passkeyAssertion } from './passkeys.ts';

/** Ways to finish a sign-in after the password: a passkey, a code of an authenticator app (RFC 6238), or a recovery code. */
export const factorMethods = ['passkey', 'totp', 'recovery'] as const;
export type FactorMethod = (typeof factorMethods)[number];

/** The password was right and the account has a second factor: there is no session yet. */
export const factorRequired = z.object({
  mfaRequired: z.literal(true),
  /** A secret, valid until `expiresAt`, for five attempts. */
  challengeId: z.string(),
  methods: z.array(z.enum(factorMethods)),
  expiresAt: instant,
});
export type FactorRequired = z.infer<typeof factorRequired>;

/** Six digits of any script, with blanks between them. */
export const factorCode = requiredString(issueCode('factor_code_length'))
  .max(40, { error: issueCode('factor_code_length') })
  .transform(toLatinDigits)
  .pipe(z.string().regex(/^\d{6}$/, { error: issueCode('factor_code_length') }));

/** 16 characters in groups; which characters they are is compared, not checked. */
const recoveryCode = requiredString(issueCode('required'))
  .trim()
  .min(1, { error: issueCode('required') })
  .max(60);

const challengeId = requiredString(issueCode('required'))
  .min(1, { error: issueCode('required') })
  .max(200);

/** Options for a passkey of the account whose password was right. */
export const factorOptions = strictObject({ challengeId });

export const factorSignIn = strictObject({
  challengeId,
  code: optional(factorCode),
  recoveryCode: optional(recoveryCode),
  response: optional(passkeyAssertion),
}).refine(({ code, recoveryCode: typed, response }) => hasOne(code, typed, response), {
  path: ['code'],
  error: issueCode('required'),
});
export type FactorSignIn = z.output<typeof factorSignIn>;

/** What the sign-in that began returns. */
export const factorSignInReply = z.union([centerLoginReply, doctorLoginReply, adminLoginReply]);

/** The signed-in user's strongest factor, again: a passkey, a code of the authenticator app, or without both the password. */
export const stepUp = strictObject({
  response: optional(passkeyAssertion),
  code: optional(factorCode),
  password: optional(password),
}).refine((entered) => hasOne(entered.response, entered.code, entered.password), {
  path: ['password'],
  error: issueCode('required'),
});
export type StepUp = z.output<typeof stepUp>;

/** How the user's account is protected beside the password. */
export const accountSecurity = z.object({
  /** Newest first. */
  passkeys: z.array(passkey),
  /** The authenticator app; null without one. */
  totp: z.object({ since: instant }).nullable(),
  /** Unused recovery codes of the newest ten; null if there were never any. */
  recoveryCodes: z.object({ left: z.number().int(), since: instant }).nullable(),
  /** The account must have a passkey or an app, so its last one cannot be removed. */
  required: z.boolean(),
});
export type AccountSecurity = z.infer<typeof accountSecurity>;

/** A new secret for an authenticator app, in base32 and as an `otpauth:` address. It counts once a code confirms it. */
export const newTotp = z.object({ secret: z.string(), uri: z.string() });
export const totpConfirmation = strictObject({ code: factorCode });

/** Ten codes, shown only in this response. */
const codes = z.array(z.string());
/** Recovery codes come with the first factor. */
export const totpConfirmed = ok.extend({ recoveryCodes: codes.optional() });
export const newRecoveryCodes = z.object({ codes });

const hasOne = (...values: readonly unknown[]) => values.filter((value) => value !== undefined).length === 1;

/** Decimal digits of any script as ASCII digits, without blanks and hyphens. */
function toLatinDigits(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s-]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)));
}

/** The ten digits of a script are consecutive code points. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
