import { describe, it } from 'vitest';
import { expectIndexedOrRefused } from './test-damaged-exams.ts';

describe('an exam that is built to harm', () => {
  it.each(['dcm', 'zip'] as const)('is read or refused, whatever is wrong with it: %s', (content) =>
    expectIndexedOrRefused(content, 250),
  );
});
