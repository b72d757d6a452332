import { describe, it } from 'vitest';
import { flipAnyBit, readInAnyRange } from './test-encrypted.ts';

describe('a sealed object', () => {
  it('gives back the same bytes, however they came in pieces and whatever range is read', () => readInAnyRange(500));
});

describe('an altered container', () => {
  it('is corrupt with any one bit flipped, when a range that covers the bit is read (T-INT1)', () => flipAnyBit(1_000));
});
