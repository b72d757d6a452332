import type { PasswordHasher } from '@medcloud/server/src/domain/accounts/passwords/password-hasher.ts';

/**
 * Creates a hasher that remembers the passwords of its hashes. A seeded year has hundreds of sign-ins, and each real
 * verification takes a tenth of a second. Only seeding uses it; the portal for users verifies hashes.
 */
export function createPasswordCache(hasher: Pick<PasswordHasher, 'hash'>): PasswordHasher {
  const passwordsByHash = new Map<string, string>();
  const hashesBySettings = new Map<string, string>();
  return {
    hash: async (password) => {
      const hash = await hasher.hash(password);
      passwordsByHash.set(hash, password);
      hashesBySettings.set(hash.replace(/[^$]*$/, ''), hash);
      return hash;
    },
    matches: async (stored, password) => stored !== null && passwordsByHash.get(stored) === password,
    hashLike: async (settings, password) => {
      const hash = hashesBySettings.get(settings ?? '');
      return hash !== undefined && passwordsByHash.get(hash) === password ? hash : '';
    },
  };
}
