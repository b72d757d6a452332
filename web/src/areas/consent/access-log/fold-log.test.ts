import { describe, expect, it } from 'vitest';
import { foldLog } from './fold-log.ts';

const entry = (at: string, what: 'list' | 'view' | 'download', patientId = 'P-1') => ({
  at: `2026-11-21T${at}.000Z`,
  patientId,
  what,
  examType: what === 'list' ? null : ('ct' as const),
  isOwn: false,
});

describe('foldLog', () => {
  it('merges repeated views of the exam list within a minute', () => {
    const log = [entry('10:00:02', 'list'), entry('10:00:01', 'list'), entry('09:00:00', 'list')];
    expect(foldLog(log).map(({ at }) => at)).toEqual(['2026-11-21T10:00:01.000Z', '2026-11-21T09:00:00.000Z']);
  });

  it("keeps every opened exam, every download and every person's entries", () => {
    const log = [
      entry('10:00:04', 'download'),
      entry('10:00:03', 'download'),
      entry('10:00:02', 'list', 'P-2'),
      entry('10:00:01', 'list'),
    ];
    expect(foldLog(log)).toHaveLength(4);
  });
});
