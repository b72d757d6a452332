import { describe, expect, it } from 'vitest';
import { encryptText } from '../crypto/encrypt-value.ts';
import { systemRandom } from '../ids/random.ts';
import { newKey, unwrapKey, wrapKey } from './keys.ts';

const master = newKey(systemRandom);

describe('wrapKey and unwrapKey', () => {
  it('unwraps with the same key and context', () => {
    const key = newKey(systemRandom);
    const wrapped = wrapKey(master, key, 'patient:1');
    expect(wrapped).toHaveLength(61);
    expect(wrapped.includes(key)).toBe(false);
    expect(unwrapKey(master, wrapped, 'patient:1').equals(key)).toBe(true);
  });

  it('throws corrupt for another key or context, altered bytes, or an encrypted text', () => {
    const wrapped = wrapKey(master, newKey(systemRandom), 'patient:1');
    const altered = Buffer.from(wrapped);
    altered[30] = (altered[30] ?? 0) ^ 1;
    const attempts = [
      () => unwrapKey(master, wrapped, 'patient:2'),
      () => unwrapKey(newKey(systemRandom), wrapped, 'patient:1'),
      () => unwrapKey(master, altered, 'patient:1'),
      () => unwrapKey(master, encryptText(master, 'patient:1', 'x'.repeat(32)), 'patient:1'),
    ];
    for (const attempt of attempts) expect(attempt).toThrow(expect.objectContaining({ code: 'corrupt' }));
  });

  it('rejects a key that is not 32 bytes long', () => {
    expect(() => wrapKey(master, Buffer.alloc(31), 'patient:1')).toThrow(RangeError);
  });
});
