import { passwordChange } from '@medcloud/contract/shapes/accounts';
import { validationMessages } from '@medcloud/contract/validation-messages';
import * as z from 'zod';

/** The contract's change, typed twice: a password nobody sees is easily mistyped. */
export const passwordChangeForm = passwordChange
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    error: validationMessages.passwordsDiffer,
  });
