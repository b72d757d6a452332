import * as z from 'zod';
import { tokenDays } from '../choices.ts';
import { limits } from '../limits.ts';
import { validationMessages } from '../validation-messages.ts';
import { instant, strictObject, text } from './common.ts';

/** What a person asks for: a name to know it by, and how long it works. */
export const apiTokenRequest = strictObject({
  name: text(validationMessages.required, limits.nameMax),
  days: z.literal(tokenDays),
});

/** A token as it is listed: never the secret itself. */
export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** A token just made, with its secret, which nobody can show again. */
export const newApiToken = apiToken.extend({ token: z.string() });
export type NewApiToken = z.infer<typeof newApiToken>;
