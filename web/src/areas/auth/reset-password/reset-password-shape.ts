import { passwordReset } from '@medcloud/contract/shapes/accounts';
import { issueCode } from '@medcloud/contract/validation-codes';
import * as z from 'zod';

/** The contract's new password, typed twice because a hidden password is easily mistyped. */
export const resetPasswordShape = passwordReset
  .pick({ password: true })
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: issueCode('passwords_differ'),
  });
