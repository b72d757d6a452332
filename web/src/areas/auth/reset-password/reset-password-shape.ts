import { passwordReset } from '@medcloud/contract/shapes/accounts';
import { validationMessages } from '@medcloud/contract/validation-messages';
import * as z from 'zod';

/** The contract's new password, typed twice because a hidden password is easily mistyped. */
export const resetPasswordShape = passwordReset
  .pick({ password: true })
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: validationMessages.passwordsDiffer,
  });
