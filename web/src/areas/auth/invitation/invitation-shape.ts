import { ownPassword } from '@medcloud/contract/shapes/accounts';
import { issueCode } from '@medcloud/contract/validation-codes';
import * as z from 'zod';

/** The new account's password, typed twice because a hidden password is easily mistyped. */
export const invitationPassword = z
  .object({ password: ownPassword, confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: issueCode('passwords_differ'),
  });
