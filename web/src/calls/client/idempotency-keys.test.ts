import { describe, expect, it } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

function createKeys() {
  let count = 0;
  return createIdempotencyKeys(() => `key ${++count}`);
}

describe('createIdempotencyKeys', () => {
  it('keeps the key while the same submission has not succeeded', () => {
    const keys = createKeys();
    expect(keys.keyFor({ body: { months: 12 } })).toBe('key 1');
    expect(keys.keyFor({ body: { months: 12 } })).toBe('key 1');
  });

  it('returns a new key after a success, and for another input', () => {
    const keys = createKeys();
    keys.keyFor({ body: { months: 12 } });
    keys.clear();
    expect(keys.keyFor({ body: { months: 12 } })).toBe('key 2');
    expect(keys.keyFor({ body: { months: 6 } })).toBe('key 3');
  });

  it('uses UUIDs by default', () => {
    expect(createIdempotencyKeys().keyFor({})).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});
