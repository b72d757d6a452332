import { describe, it } from 'vitest';
import { expectIndexedOrRefused } from './test-damaged-exams.ts';

describe('indexExam of a damaged exam', () => {
  it.each(['dcm', 'zip'] as const)('indexes it or rejects with ImagingFault: %s', (content) =>
    expectIndexedOrRefused(content, 250),
  );
});
