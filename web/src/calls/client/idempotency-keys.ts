/** The Idempotency-Keys of one form: whoever submits the same thing again, because the answer was lost, sends the same key. */
export interface IdempotencyKeys {
  /** The key of this submission: that of the last one, if it has the same input and has not succeeded; else a fresh one. */
  keyFor(input: unknown): string;
  /** The last submission succeeded: the same input again is another act. */
  clear(): void;
}

/** Keys come from the browser's generator of UUIDs unless another is handed in. */
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
