import { randomToken } from '../../../platform/ids/random.ts';
import type { PasswordHasher } from '../../accounts/passwords/password-hasher.ts';
import { probeSession } from '../../accounts/sessions/probe-session.ts';
import type { AppContext } from '../../core/context.ts';
import type { Probe } from '../probe.ts';

/** Sessions begin and end as they must, and passwords are told apart; nothing of it is kept. */
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
        throw new Error('A password was not told from another.');
      return { code: 'authentication-well', params: {} };
    },
  };
}
