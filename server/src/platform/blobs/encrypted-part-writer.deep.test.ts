import { describe, it } from 'vitest';
import { sendInAnyParts } from './test-parts.ts';

describe('EncryptedPartWriter', () => {
  it('stores the same object for any cuts, repeated parts and changes of process', () => sendInAnyParts(500));
});
