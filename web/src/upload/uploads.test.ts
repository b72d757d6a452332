import { describe, expect, it } from 'vitest';
import type { Upload, UploadPlan } from './queue.ts';
import { UploadCancelled } from './send-exam.ts';
import { openUploads } from './uploads.ts';

const sha256 = '9f2c'.repeat(16);

function plan(name: string): UploadPlan {
  return {
    file: new File(['0123456789'], name),
    fields: { patientId: 'P-7K3M2QXH0', examType: 'ct', examDate: '2026-11-20' },
    patientName: 'Rossi Giulia',
  };
}

/** The network, in the test's hand: each upload goes on when it is told to. */
function network() {
  const calls = new Map<
    string,
    { upload: Upload; sent: (bytes: number) => void; answer: () => void; fail: (error: Error) => void }
  >();
  const tries: string[] = [];
  let ids = 0;
  let now = 0;
  const uploads = openUploads({
    now: () => now,
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    send: (upload, sent, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof examOf>>();
      tries.push(upload.idempotencyKey);
      calls.set(upload.id, { upload, sent, answer: () => resolve(examOf(upload)), fail: reject });
      signal.addEventListener('abort', () => reject(new UploadCancelled()));
      return promise;
    },
  });
  const ends: string[] = [];
  uploads.followEnds(({ file, stage }) => ends.push(`${file.name} ${stage.name}`));
  const stages = () => uploads.list().map(({ stage }) => stage.name);
  return {
    uploads,
    calls,
    tries,
    ends,
    stages,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

function examOf({ id, fields, file }: Upload) {
  const { patientId, examType, examDate } = fields;
  const rest = {
    referringPhysician: null,
    notes: null,
    uploadedAt: '2026-11-21T10:00:00Z',
    status: 'processing',
    viewable: false,
  } as const;
  return { id, patientId, examType, examDate, fileName: file.name, fileSize: file.size, sha256, ...rest };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

describe('the uploads of a page', () => {
  it('runs three, and the fourth once one of them has ended', async () => {
    const { uploads, calls, stages, ends, pass } = network();
    const [first = ''] = ['a', 'b', 'c', 'd'].map((name) => uploads.add(plan(name)));
    expect(stages()).toEqual(['sending', 'sending', 'sending', 'waiting']);
    pass(9_000);
    calls.get(first)?.sent(10);
    expect(stages()[0]).toBe('sealing');
    calls.get(first)?.answer();
    await settled();
    expect(stages()).toEqual(['completed', 'sending', 'sending', 'sending']);
    expect(uploads.list()[0]?.stage).toEqual({ name: 'completed', examId: 'id-1', sha256, tookMs: 9_000 });
    expect(ends).toEqual(['a completed']);
  });

  it('retries a failed one under the same key', async () => {
    const { uploads, calls, tries, stages, ends } = network();
    const id = uploads.add(plan('a'));
    calls.get(id)?.fail(new Error('the line broke'));
    await settled();
    expect(stages()).toEqual(['failed']);
    uploads.retry(id);
    calls.get(id)?.answer();
    await settled();
    expect(ends).toEqual(['a failed', 'a completed']);
    expect(tries).toHaveLength(2);
    expect(tries[0]).toBe(tries[1]);
  });

  it('cancels one without a word, and gives its place to the next', async () => {
    const { uploads, stages, ends, calls } = network();
    const ids = ['a', 'b', 'c', 'd'].map((name) => uploads.add(plan(name)));
    uploads.remove(ids[1] ?? '');
    await settled();
    expect(stages()).toEqual(['sending', 'sending', 'sending']);
    expect([...calls.keys()]).toContain(ids[3]);
    expect(ends).toEqual([]);
  });

  it('keeps them for the same person, and for nobody else', async () => {
    const { uploads, ends } = network();
    uploads.ownedBy('center');
    uploads.add(plan('a'));
    uploads.add(plan('b'));
    uploads.ownedBy('center');
    expect(uploads.list()).toHaveLength(2);
    uploads.ownedBy('another');
    await settled();
    expect(uploads.list()).toEqual([]);
    expect(ends).toEqual([]);
  });
});
