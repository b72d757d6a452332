import { randomToken } from '../../../platform/ids/random.ts';
import type { Passwords } from '../../accounts/password.ts';
import { trySession } from '../../accounts/try-session.ts';
import type { Portal } from '../../portal/portal.ts';
import type { Probe } from '../probe.ts';

/** Sessions begin and end as they must, and passwords are told apart; nothing of it is kept. */
export function authenticationProbe(portal: Pick<Portal, 'db' | 'clock' | 'random'>, passwords: Passwords): Probe {
  const [right, wrong] = [randomToken(portal.random), randomToken(portal.random)];
  let hash: string | undefined;
  return {
    name: 'authentication',
    failed: 'authentication-failed',
    slow: { afterMs: 3_000, finding: 'authentication-slow' },
    async look() {
      await trySession(portal);
      hash ??= await passwords.hash(right);
      if (!(await passwords.matches(hash, right)) || (await passwords.matches(hash, wrong)))
        throw new Error('A password was not told from another.');
      return { code: 'authentication-well', params: {} };
    },
  };
}
