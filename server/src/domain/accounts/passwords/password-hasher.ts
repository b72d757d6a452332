import { availableParallelism } from 'node:os';
import { Fault } from '@medcloud/contract/faults';
import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '../../../platform/concurrency/semaphore.ts';

/** Argon2id at m = 64 MiB, t = 3, p = 1 (security 2.5). The hash contains its parameters. Algorithm 2 is Argon2id. */
const parameters = { algorithm: 2, memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const maxQueueLength = 50; // security 2.4: beyond it 503, so memory stays bounded

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Compares a password with a stored hash. Without one, does the same work and returns false, so an unknown account
   * takes as long.
   */
  matches(stored: string | null, password: string): Promise<boolean>;
  /**
   * Hashes a password by the settings of a stored hash: that hash without its last part. The result is the stored hash
   * exactly if the password is right. Without settings, does the same work with a salt that no account has.
   */
  hashLike(settings: string | null, password: string): Promise<string>;
}

const settingsPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$$/;

/** Parses the text of a hash before its last `$`. Returns null for anything else. */
function parseSettings(text: string) {
  const [, memoryCost, timeCost, parallelism, salt] = settingsPattern.exec(text) ?? [];
  if (salt === undefined) return null;
  return {
    algorithm: parameters.algorithm,
    memoryCost: Number(memoryCost),
    timeCost: Number(timeCost),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
  };
}

/**
 * Hashes as many passwords at once as there are cores; the rest wait. Throws `unavailable` if 50 are already waiting.
 */
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
    hashLike: (stored, password) =>
      runQueued(async () => {
        const known = stored === null ? null : parseSettings(stored);
        const dummy = (await dummyHash).replace(/[^$]*$/, '');
        return await hash(normalize(password), known ?? parseSettings(dummy));
      }),
  };
}

/** Normalizes to NFC: systems encode Greek accents in different ways. Other text stays unchanged. */
function normalize(password: string): string {
  return password.normalize('NFC');
}
