import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { type Random, systemRandom } from '../../ids/random.ts';
import { type Clock, systemClock } from '../../time/clock.ts';

/** The supervisor's access to the system, which a test can replace. */
export interface SystemPort {
  readonly clock: Clock;
  readonly random: Random;
  /** Names as in `process.platform` and `process.arch`. */
  readonly platform: string;
  readonly arch: string;
  /** Node's user id; undefined on Windows. */
  readonly uid: number | undefined;
  /** Read to find an existing unprivileged user; never written. */
  readonly passwdFile: string;
  /** util-linux program that runs another program in a user namespace. */
  readonly unshare: string;
  readonly temporaryFolder: string;
}

/** The real system. */
export const systemPort: SystemPort = {
  clock: systemClock,
  random: systemRandom,
  platform: process.platform,
  arch: process.arch,
  uid: process.getuid?.(),
  passwdFile: '/etc/passwd',
  unshare: 'unshare',
  temporaryFolder: tmpdir(),
};

/** Calls `attempt` every `everyMs` until it returns a value. Returns undefined after `timeoutMs`. */
export async function pollUntil<Result>(
  clock: Clock,
  timeoutMs: number,
  attempt: () => Promise<Result | undefined>,
  everyMs = 25,
): Promise<Result | undefined> {
  const endsAt = clock.now().getTime() + timeoutMs;
  for (;;) {
    const result = await attempt();
    if (result !== undefined || clock.now().getTime() >= endsAt) return result;
    await setTimeout(everyMs);
  }
}
