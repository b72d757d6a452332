import * as z from 'zod';
import { limits } from '../limits.ts';
import { issueCode } from '../validation-codes.ts';
import { instant, ok, optional, strictObject, text, withDefault } from './common.ts';

/* Passkeys (WebAuthn Level 3). Bytes are base64url, as `PublicKeyCredential.toJSON()` writes them. */

/** Groups of four characters; the last one may have two or three. */
const bytes = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .regex(/^(?:[\w-]{4})*(?:[\w-]{2,3})?$/);

/** 1,023 bytes at most (WebAuthn, 4, Credential ID). */
const credentialId = bytes(1_364);
const clientDataJSON = bytes(4_096);
const publicKeyType = z.literal('public-key');
const transport = z.string().max(20);

/** What a browser returns for request options. Other fields of it are left out. */
export const passkeyAssertion = z.object({
  id: credentialId,
  type: publicKeyType,
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(2_048),
    signature: bytes(2_048),
    /** The account's handle. A passkey that was found without a name has one. */
    userHandle: optional(bytes(100)),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

/** What a browser returns for creation options. */
const passkeyAttestation = z.object({
  id: credentialId,
  type: publicKeyType,
  response: z.object({
    clientDataJSON,
    attestationObject: bytes(16_384),
    transports: withDefault(z.array(transport).max(10), []),
  }),
});
export type PasskeyAttestation = z.output<typeof passkeyAttestation>;

const descriptor = z.object({ id: z.string(), type: publicKeyType, transports: z.array(transport) });

/** `PublicKeyCredentialRequestOptionsJSON`. Without `allowCredentials` the browser offers every passkey of the portal. */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  timeout: z.number().int(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor).optional(),
});
export type PasskeyRequestOptions = z.output<typeof passkeyRequestOptions>;

/** `PublicKeyCredentialCreationOptionsJSON`. */
export const passkeyCreationOptions = z.object({
  challenge: z.string(),
  timeout: z.number().int(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKeyType, alg: z.number().int() })),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreationOptions = z.output<typeof passkeyCreationOptions>;

/** The sign-in screens. A passkey signs in at its account's own. */
const signInKinds = ['center', 'doctor', 'admin'] as const;
export const passkeySignIn = strictObject({ kind: z.enum(signInKinds), response: passkeyAssertion });
export type PasskeySignIn = z.output<typeof passkeySignIn>;

const name = text(issueCode('required'), limits.nameMax);
export const passkeyName = strictObject({ name });
export const newPasskey = strictObject({ name, response: passkeyAttestation });
export type NewPasskey = z.output<typeof newPasskey>;

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** The browser or phone may keep copies of it on other devices of the same person. */
  synced: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** A copy of it was used: it no longer signs in. */
  suspect: z.boolean(),
});
export type Passkey = z.output<typeof passkey>;

/** What the account still has after a removal, as `PublicKeyCredential.signalAllAcceptedCredentials()` takes it. */
const remainingPasskeys = z.object({
  /** The relying party ID. */
  domain: z.string(),
  /** The account's handle, in base64url. */
  handle: z.string(),
  credentialIds: z.array(z.string()),
});
export type RemainingPasskeys = z.output<typeof remainingPasskeys>;
export const passkeyRemoved = ok.extend({ remaining: remainingPasskeys });

/** Recovery codes come with the first factor, only in this response. */
export const addedPasskey = passkey.extend({ recoveryCodes: z.array(z.string()).optional() });
