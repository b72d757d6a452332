import { passwordChange } from '@medcloud/contract/shapes/accounts';
import { issueCode } from '@medcloud/contract/validation-codes';
import * as z from 'zod';

/** The contract's shape with the new password typed twice, because a hidden password is easily mistyped. */
export const passwordChangeForm = passwordChange
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    error: issueCode('passwords_differ'),
  });
