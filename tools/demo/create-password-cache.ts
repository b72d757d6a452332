import type { PasswordHasher } from '@medcloud/server/src/domain/accounts/passwords/password-hasher.ts';

/**
 * Hashes as the portal does, and remembers what was hashed: a year has hundreds of sign-ins, and comparing in earnest
 * takes a tenth of a second each. Only the portal that plays the year has it; the one that people use compares.
 */
export function createPasswordCache(hasher: Pick<PasswordHasher, 'hash'>): PasswordHasher {
  const passwordsByHash = new Map<string, string>();
  return {
    hash: async (password) => {
      const hash = await hasher.hash(password);
      passwordsByHash.set(hash, password);
      return hash;
    },
    matches: async (stored, password) => stored !== null && passwordsByHash.get(stored) === password,
  };
}
