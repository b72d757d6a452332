import { availableParallelism } from 'node:os';
import { Fault } from '@medcloud/contract/faults';
import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '../../../platform/concurrency/semaphore.ts';

/** Argon2id at m = 64 MiB, t = 3, p = 1 (security 2.5); the parameters travel in the hash. Algorithm 2 is Argon2id. */
const parameters = { algorithm: 2, memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const maxQueueLength = 50; // security 2.4: beyond it 503, never unbounded memory

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Compares; with no stored hash it does the same work and answers false, so that an unknown account takes as long. */
  matches(stored: string | null, password: string): Promise<boolean>;
}

/** Hashes as many at a time as there are cores; the rest wait, and past 50 in line the portal says it is busy. */
export function createPasswordHasher(cost: Partial<typeof parameters> = {}): PasswordHasher {
  const settings = { ...parameters, ...cost };
  const semaphore = new Semaphore(availableParallelism());
  const runQueued = async <T>(work: () => Promise<T>): Promise<T> => {
    if (semaphore.waitingCount >= maxQueueLength) throw new Fault('unavailable', { retryAfterSeconds: 5 });
    return await semaphore.run(work);
  };
  const dummyHash = hash('nobody has this password', settings);
  return {
    hash: (password) => runQueued(() => hash(normalize(password), settings)),
    matches: (stored, password) =>
      runQueued(async () => {
        const isMatch = await verify(stored ?? (await dummyHash), normalize(password));
        return isMatch && stored !== null;
      }),
  };
}

/** Greek accents are composed differently by different systems: NFC makes one form of them, and changes nothing else. */
function normalize(password: string): string {
  return password.normalize('NFC');
}
