import { describe, expect, it } from 'vitest';
import {
  isInProgress,
  maxConcurrentUploads,
  selectStartable,
  sortForDock,
  type Upload,
  type UploadStage,
  withProgress,
  withStage,
} from './queue.ts';

const sending: UploadStage = { name: 'sending', startedAt: 0, transferRate: [{ atMs: 0, bytes: 0 }] };
const stages = {
  waiting: { name: 'waiting' },
  sending,
  completing: { name: 'completing', startedAt: 0 },
  paused: { name: 'paused', sentBytes: 1 },
  interrupted: { name: 'interrupted' },
  completed: { name: 'completed', examId: 'exam', sha256: 'a'.repeat(64), tookMs: 1 },
  failed: { name: 'failed', error: null },
} as const satisfies Record<UploadStage['name'], UploadStage>;

function upload(id: string, stage: UploadStage['name']): Upload {
  const fields = { patientId: 'P-7K3M2QXH0', examType: 'ct', examDate: '2026-11-20' } as const;
  return {
    id,
    idempotencyKey: `key-${id}`,
    file: new File(['x'], `${id}.zip`),
    fields,
    patientName: 'Rossi Giulia',
    stage: stages[stage],
  };
}

const ids = (uploads: readonly Upload[]) => uploads.map(({ id }) => id);

describe('selectStartable', () => {
  it('starts three uploads at once, in the order they were added', () => {
    const uploads = ['1', '2', '3', '4', '5'].map((id) => upload(id, 'waiting'));
    expect(maxConcurrentUploads).toBe(3);
    expect(ids(selectStartable(uploads))).toEqual(['1', '2', '3']);
  });

  it('counts completing uploads as running, but not ended ones', () => {
    const uploads = [
      upload('1', 'sending'),
      upload('2', 'completing'),
      upload('3', 'completed'),
      upload('4', 'failed'),
    ];
    expect(ids(selectStartable([...uploads, upload('5', 'waiting'), upload('6', 'waiting')]))).toEqual(['5']);
    expect(selectStartable([...uploads, upload('5', 'sending'), upload('6', 'waiting')])).toEqual([]);
  });

  it('is in progress while an upload runs or waits', () => {
    const all = ['waiting', 'sending', 'completing', 'completed', 'failed'] as const;
    expect(all.filter((name) => isInProgress(upload('1', name)))).toEqual(['waiting', 'sending', 'completing']);
  });
});

describe('an upload’s stage', () => {
  it('counts sent bytes and changes to completing after the last one', () => {
    const half = withProgress(sending, 50, 100, 1_000);
    expect(half).toEqual({
      ...sending,
      transferRate: [
        { atMs: 0, bytes: 0 },
        { atMs: 1_000, bytes: 50 },
      ],
    });
    expect(withProgress(half, 100, 100, 2_000)).toEqual({ name: 'completing', startedAt: 0 });
  });

  it('ignores late progress of an ended upload', () => {
    expect(withProgress(stages.failed, 50, 100, 1_000)).toBe(stages.failed);
    expect(withProgress(stages.completed, 100, 100, 1_000)).toBe(stages.completed);
  });

  it('keeps its key and position on a retry', () => {
    const before = [upload('1', 'failed'), upload('2', 'sending')];
    const after = withStage(before, '1', stages.waiting);
    expect(after[0]).toEqual({ ...before[0], stage: stages.waiting });
    expect(after[1]).toBe(before[1]);
  });

  it('sorts the dock by running, failed, waiting, completed', () => {
    const uploads = (['completed', 'waiting', 'failed', 'completing', 'sending'] as const).map((name) =>
      upload(name, name),
    );
    expect(ids(sortForDock(uploads))).toEqual(['completing', 'sending', 'failed', 'waiting', 'completed']);
  });
});
