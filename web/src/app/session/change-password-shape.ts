import { sentences } from '@medcloud/contract/sentences';
import { passwordChange } from '@medcloud/contract/shapes/accounts';
import * as z from 'zod';

/** The contract's change, typed twice: a password nobody sees is easily mistyped. */
export const typedTwice = passwordChange
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    error: sentences.passwordsDiffer,
  });
