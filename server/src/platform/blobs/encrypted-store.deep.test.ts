import { describe, it } from 'vitest';
import { flipAnyBit, readInAnyRange } from './test-encrypted.ts';

describe('EncryptedStore', () => {
  it('returns the same bytes for any chunk sizes written and any range read', () => readInAnyRange(500));

  it('rejects a range with corrupt if any one of its bits was flipped (T-INT1)', () => flipAnyBit(1_000));
});
