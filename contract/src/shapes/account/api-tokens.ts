import * as z from 'zod';
import { tokenDays } from '../../choices.ts';
import { limits } from '../../limits.ts';
import { issueCode } from '../../validation-codes.ts';
import { instant, strictObject, text } from '../common.ts';

/** A request for a token: its name and lifetime. */
export const apiTokenRequest = strictObject({
  name: text(issueCode('required'), limits.nameMax),
  days: z.literal(tokenDays),
});

/** A token in a list, without its secret. */
export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** A new token with its secret, which cannot be shown again. */
export const newApiToken = apiToken.extend({ token: z.string() });
export type NewApiToken = z.infer<typeof newApiToken>;
