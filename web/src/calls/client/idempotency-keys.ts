/** The Idempotency-Keys of one form. A repeated submission after a lost response sends the same key. */
export interface IdempotencyKeys {
  /**
   * Returns the key of a submission: the last one if the input is the same and has not succeeded, otherwise a new one.
   */
  keyFor(input: unknown): string;
  /** Call after a success: the same input again is then a new submission. */
  clear(): void;
}

/** Creates the keys of one form. `newKey` generates a key, by default a UUID. */
export function createIdempotencyKeys(newKey: () => string = () => crypto.randomUUID()): IdempotencyKeys {
  let pending: { input: string; key: string } | null = null;
  return {
    keyFor(input) {
      const text = JSON.stringify(input);
      if (pending?.input !== text) pending = { input: text, key: newKey() };
      return pending.key;
    },
    clear() {
      pending = null;
    },
  };
}
