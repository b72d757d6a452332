import type { Language } from '@medcloud/contract/languages';
import { sql } from 'kysely';
import type { RoleName } from '../core/column-values.ts';
import type { Tx } from '../database.ts';

export interface NewUser {
  id: string;
  email: string;
  passwordHash: string;
  role: RoleName;
  language: Language;
  /** Set if someone else chose the password, so it must be changed. Null days: it does not expire. */
  initialPassword: { validDays: number | null } | null;
}

/** Creates a user. Violates `users_email_live` if an open account has the email address. */
export async function createUser(tx: Tx, user: NewUser): Promise<void> {
  const days = user.initialPassword?.validDays ?? null;
  await tx
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      password_hash: user.passwordHash,
      role: user.role,
      language: user.language,
      must_change_password: user.initialPassword !== null,
      initial_password_expires_at: days === null ? null : sql<Date>`app_now() + make_interval(days => ${days})`,
    })
    .execute();
}
