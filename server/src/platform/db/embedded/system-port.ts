import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { type Random, systemRandom } from '../../ids/random.ts';
import { type Clock, systemClock } from '../../time/clock.ts';

/** What the supervisor asks of the machine, so that a test can stand it on another one. */
export interface SystemPort {
  readonly clock: Clock;
  readonly random: Random;
  /** As `process.platform` and `process.arch` name them. */
  readonly platform: string;
  readonly arch: string;
  /** The user that Node runs as; `undefined` on Windows. */
  readonly uid: number | undefined;
  /** Read to find an existing unprivileged user, never written. */
  readonly passwdFile: string;
  /** The program of util-linux that starts another in a user namespace. */
  readonly unshare: string;
  readonly temporaryFolder: string;
}

/** The machine that the portal runs on. */
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

/** Tries `attempt` every `everyMs` until it gives a value; `undefined` once `limitMs` have passed. */
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
