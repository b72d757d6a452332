import { describe, it } from 'vitest';
import { expectReadOrRefused } from './test-harmed-exams.ts';

describe('an exam that is built to harm', () => {
  it.each(['dcm', 'zip'] as const)('is read or refused, whatever is wrong with it: %s', (content) =>
    expectReadOrRefused(content, 250),
  );
});
