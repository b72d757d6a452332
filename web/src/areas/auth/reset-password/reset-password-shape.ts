import { sentences } from '@medcloud/contract/sentences';
import { passwordReset } from '@medcloud/contract/shapes/accounts';
import * as z from 'zod';

/** The contract's new password, typed twice: a password nobody sees is easily mistyped. */
export const typedTwice = passwordReset
  .pick({ password: true })
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: sentences.passwordsDiffer,
  });
