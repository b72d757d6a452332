import { createPasswordHasher, type PasswordHasher } from '../../src/domain/accounts/passwords/password-hasher.ts';

/** Creates a hasher of the lowest cost that Argon2 allows, for tests that do not check the cost. */
export const createFastHasher = (): PasswordHasher => createPasswordHasher({ memoryCost: 8, timeCost: 1 });
