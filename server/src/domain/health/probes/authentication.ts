import { randomToken } from '../../../platform/ids/random.ts';
import type { PasswordHasher } from '../../accounts/passwords/password-hasher.ts';
import { probeSession } from '../../accounts/sessions/probe-session.ts';
import type { AppContext } from '../../core/context.ts';
import type { Probe } from '../probe.ts';

/** Creates and ends a session, and checks that a right password matches and a wrong one does not. Stores nothing. */
export function authenticationProbe(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  passwords: PasswordHasher,
): Probe {
  const [right, wrong] = [randomToken(context.random), randomToken(context.random)];
  let hash: string | undefined;
  return {
    name: 'authentication',
    failureCode: 'authentication-failed',
    slow: { afterMs: 3_000, finding: 'authentication-slow' },
    async check() {
      await probeSession(context);
      hash ??= await passwords.hash(right);
      if (!(await passwords.matches(hash, right)) || (await passwords.matches(hash, wrong)))
        throw new Error('Password verification gave a wrong result.');
      return { code: 'authentication-well', params: {} };
    },
  };
}
