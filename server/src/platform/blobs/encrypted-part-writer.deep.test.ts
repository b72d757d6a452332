import { describe, it } from 'vitest';
import { sendInAnyParts } from './test-parts.ts';

describe('an object that comes in parts', () => {
  it('is the same whatever the cuts, parts sent twice and processes between them', () => sendInAnyParts(500));
});
