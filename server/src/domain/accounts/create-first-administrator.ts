import { limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { ConfigError } from '../../platform/config/config-error.ts';
import { newId } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { hasAdministrator, lockFirstAdministrator } from './administrators.ts';
import { createUser } from './create-user.ts';
import { checkPasswordStrength } from './passwords/check-password-strength.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';

const generatedPasswordLength = 20; // security 1a, T-AD1
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/**
 * Creates the first administrator if there is none. Uses the operator's password, or generates one. A generated
 * password is returned to be printed once and must be changed. Returns null if there already is an administrator. Throws
 * `ConfigError` if the operator's password is too weak for https.
 */
export async function createFirstAdministrator(
  context: Pick<AppContext, 'db' | 'clock' | 'random' | 'settings'>,
  passwords: PasswordHasher,
  account: { email: string; password: string | null },
): Promise<{ email: string; generatedPassword: string | null } | null> {
  const scope = systemScope('start');
  if (await context.db.within(scope, hasAdministrator)) return null;
  if (account.password !== null) checkOperatorPassword(context, account.email, account.password);
  const generatedPassword = account.password === null ? generatePassword(context) : null;
  const passwordHash = await passwords.hash(generatedPassword ?? account.password ?? '');
  return await context.db.within(scope, async (tx) => {
    await lockFirstAdministrator(tx); // two nodes may start at the same time
    if (await hasAdministrator(tx)) return null;
    const id = newId(context.clock, context.random);
    await createUser(tx, {
      id,
      email: account.email,
      passwordHash,
      role: 'admin',
      language: 'en',
      initialPassword: generatedPassword === null ? null : { validDays: null },
    });
    await record(tx, { event: 'account_created', actor: { kind: 'system' }, object: { kind: 'user', id } });
    return { email: account.email, generatedPassword };
  });
}

function checkOperatorPassword(context: Pick<AppContext, 'settings'>, email: string, password: string): void {
  try {
    checkPasswordStrength(context, password, { field: 'password', personalWords: [email] });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new ConfigError(
      'ADMIN_PASSWORD',
      `it is too easy to guess. Use at least ${limits.productionPasswordMin} characters that are no common words, or leave it unset to have one generated.`,
    );
  }
}

function generatePassword({ random }: Pick<AppContext, 'random'>): string {
  return Array.from({ length: generatedPasswordLength }, () => alphabet.charAt(random.int(alphabet.length))).join('');
}
