import { newId } from '../../platform/ids/ids.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { anyAdministrator, lockFirstAdministrator } from './administrator-store.ts';
import type { Passwords } from './password.ts';
import { insertUser } from './store.ts';

const madePasswordLength = 20; // security 1a, T-AD1
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/**
 * Makes the first administrator where there is none: with the operator's own password, or with a made one, which is
 * returned to be printed once and must be changed. Null when there was one already.
 */
export async function makeFirstAdministrator(
  portal: Portal,
  passwords: Passwords,
  wanted: { email: string; password: string | null },
): Promise<{ email: string; madePassword: string | null } | null> {
  const scope = systemScope('start');
  if (await portal.db.within(scope, anyAdministrator)) return null;
  const madePassword = wanted.password === null ? makePassword(portal) : null;
  const passwordHash = await passwords.hash(madePassword ?? wanted.password ?? '');
  return await portal.db.within(scope, async (tx) => {
    await lockFirstAdministrator(tx); // two nodes may start at once
    if (await anyAdministrator(tx)) return null;
    const id = newId(portal.clock, portal.random);
    await insertUser(tx, {
      id,
      email: wanted.email,
      passwordHash,
      role: 'admin',
      language: 'en',
      initialPassword: madePassword === null ? null : { validDays: null },
    });
    await record(tx, { event: 'account_created', actor: { kind: 'system' }, object: { kind: 'user', id } });
    return { email: wanted.email, madePassword };
  });
}

function makePassword({ random }: Pick<Portal, 'random'>): string {
  return Array.from({ length: madePasswordLength }, () => letters.charAt(random.int(letters.length))).join('');
}
