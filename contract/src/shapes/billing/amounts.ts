import * as z from 'zod';
import { issueCode } from '../../validation-codes.ts';

/** A sum of money in cents. */
export const cents = z.number().int();

/** An amount of money that is paid, charged, credited or written off: 0.01 to 21,474,836.47 euros, in cents. */
export const amount = z
  .number({ error: issueCode('amount_invalid') })
  .int({ error: issueCode('amount_invalid') })
  .min(1, { error: issueCode('amount_invalid') })
  .max(2_147_483_647, { error: issueCode('amount_invalid') });
