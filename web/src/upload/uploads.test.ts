import { ApiError } from '@medcloud/contract/api-client';
import { describe, expect, it } from 'vitest';
import type { RetryWait, Upload, UploadPlan } from './queue.ts';
import { FileMismatchError, UploadCancelledError } from './upload-errors.ts';
import { createUploads } from './uploads.ts';

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
    {
      upload: Upload;
      sent: (bytes: number) => void;
      waits: (waits: RetryWait) => void;
      answer: () => void;
      fail: (error: Error) => void;
    }
  >();
  const attempts: string[] = [];
  const saved: string[] = [];
  const forgotten: string[] = [];
  let ids = 0;
  let now = 0;
  const uploads = createUploads({
    now: () => now,
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    save: ({ file, idempotencyKey, stage, addedAt }) =>
      saved.push(`${file.name} ${idempotencyKey} ${stage.name} ${addedAt}`),
    discard: ({ file }) => forgotten.push(file.name),
    send: (upload, { onProgress, onWait }, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof examOf>>();
      attempts.push(upload.idempotencyKey);
      calls.set(upload.id, {
        upload,
        sent: onProgress,
        waits: onWait,
        answer: () => resolve(examOf(upload)),
        fail: reject,
      });
      signal.addEventListener('abort', () => reject(new UploadCancelledError()));
      return promise;
    },
  });
  const ends: string[] = [];
  uploads.subscribeToEnd(({ file, stage }) => ends.push(`${file.name} ${stage.name}`));
  const stages = () => uploads.list().map(({ stage }) => stage.name);
  return {
    uploads,
    calls,
    attempts,
    saved,
    forgotten,
    ends,
    stages,
    advanceTime: (ms: number) => {
      now += ms;
    },
  };
}

function examOf({ id }: Upload) {
  return { id, sha256 };
}

// Nothing here waits for time or for the system: what follows has come about before a timer of 0 ms, on any machine.
const flush = () => new Promise<void>((resolve) => setTimeout(resolve));

describe('the uploads of a page', () => {
  it('runs three, and the fourth once one of them has ended', async () => {
    const { uploads, calls, stages, ends, advanceTime } = network();
    const [first = ''] = ['a', 'b', 'c', 'd'].map((name) => uploads.add(plan(name)));
    expect(stages()).toEqual(['sending', 'sending', 'sending', 'waiting']);
    advanceTime(9_000);
    calls.get(first)?.sent(10);
    expect(stages()[0]).toBe('sealing');
    calls.get(first)?.answer();
    await flush();
    expect(stages()).toEqual(['completed', 'sending', 'sending', 'sending']);
    expect(uploads.list()[0]?.stage).toEqual({ name: 'completed', examId: 'id-1', sha256, tookMs: 9_000 });
    expect(ends).toEqual(['a completed']);
  });

  it('retries a failed one under the same key', async () => {
    const { uploads, calls, attempts, stages, ends } = network();
    const id = uploads.add(plan('a'));
    calls.get(id)?.fail(new Error('the line broke'));
    await flush();
    expect(stages()).toEqual(['failed']);
    uploads.retry(id);
    calls.get(id)?.answer();
    await flush();
    expect(ends).toEqual(['a failed', 'a completed']);
    expect(attempts).toHaveLength(2);
    expect(attempts[0]).toBe(attempts[1]);
  });

  it('writes down each that is asked for, also what waits for its turn', () => {
    const { uploads, saved, advanceTime } = network();
    for (const name of ['a', 'b', 'c', 'd']) {
      uploads.add(plan(name));
      advanceTime(1_000);
    }
    expect(saved).toEqual(['a id-2 waiting 0', 'b id-4 waiting 1000', 'c id-6 waiting 2000', 'd id-8 waiting 3000']);
  });

  it.each([400, 404, 410, 413, 415, 422])(
    'tries one that the portal has ended with %i under another key',
    async (status) => {
      const { uploads, calls, attempts, forgotten } = network();
      const id = uploads.add(plan('a'));
      calls.get(id)?.fail(new ApiError(status, '{}', null));
      await flush();
      uploads.retry(id);
      expect(attempts[0]).not.toBe(attempts[1]);
      expect(forgotten).toEqual(['a']);
    },
  );

  it.each([401, 403, 408, 409, 423, 429, 460, 500, 503])('goes on under the same key after %i', async (status) => {
    const { uploads, calls, attempts, forgotten } = network();
    const id = uploads.add(plan('a'));
    calls.get(id)?.fail(new ApiError(status, '{}', null));
    await flush();
    uploads.retry(id);
    expect(attempts[0]).toBe(attempts[1]);
    expect(forgotten).toEqual([]);
  });

  it('says what one waits for, also where the line is lost behind its last byte, until bytes go again', () => {
    const { uploads, calls } = network();
    const id = uploads.add(plan('a'));
    const retryWait: RetryWait = { reason: 'connection', tryNow: () => undefined };
    const stage = () => uploads.list()[0]?.stage;
    for (const sent of [4, 10]) {
      calls.get(id)?.sent(sent);
      calls.get(id)?.waits(retryWait);
      expect(stage()).toMatchObject({ name: 'sending', retryWait });
    }
    calls.get(id)?.sent(8);
    expect(stage()).toEqual({ name: 'sending', startedAt: 0, transferRate: expect.anything() });
    calls.get(id)?.sent(10);
    expect(stage()?.name).toBe('sealing');
  });

  it('stops sending a paused one, gives its place to the next, and goes on with it under the same key', async () => {
    const { uploads, calls, attempts, stages, forgotten } = network();
    const ids = ['a', 'b', 'c', 'd'].map((name) => uploads.add(plan(name)));
    calls.get(ids[0] ?? '')?.sent(4);
    uploads.pause(ids[0] ?? '');
    await flush();
    expect(uploads.list()[0]?.stage).toEqual({ name: 'paused', sentBytes: 4 });
    expect(stages().slice(1)).toEqual(['sending', 'sending', 'sending']);
    uploads.resume(ids[0] ?? '');
    expect(stages()[0]).toBe('waiting');
    calls.get(ids[1] ?? '')?.answer();
    await flush();
    expect(stages()[0]).toBe('sending');
    expect(attempts[0]).toBe(attempts[4]);
    expect(forgotten).toEqual(['b']);
  });

  it('goes on with one of an earlier life of the page once its own file is there', async () => {
    const { uploads, calls, stages } = network();
    const { fields, patientName } = plan('a');
    const lost = { id: 'old', idempotencyKey: 'key', file: { name: 'a', size: 10 }, fields, patientName };
    uploads.addInterrupted(lost);
    uploads.addInterrupted(lost);
    expect(stages()).toEqual(['interrupted']);
    const selectedFiles = (text: string) => [{ path: 'a', file: new File([text], 'a') }];
    await uploads.resumeWithFiles('old', selectedFiles('01234'));
    expect(uploads.list()[0]?.stage).toEqual({ name: 'interrupted', isDifferentFile: true });
    await uploads.resumeWithFiles('old', selectedFiles('0123456789'));
    expect(stages()).toEqual(['sending']);
    calls.get('old')?.fail(new FileMismatchError());
    await flush();
    expect(stages()).toEqual(['interrupted']);
  });

  it('goes on by the handle of its file at one press, and asks for the file where it cannot be read', async () => {
    const { uploads, stages } = network();
    const { fields, patientName } = plan('a');
    const lost = { file: { name: 'a', size: 10 }, fields, patientName };
    uploads.addInterrupted({
      ...lost,
      id: 'there',
      idempotencyKey: 'one',
      reopen: async () => new File(['0123456789'], 'a'),
    });
    uploads.addInterrupted({ ...lost, id: 'gone', idempotencyKey: 'two', reopen: async () => undefined });
    uploads.addInterrupted({
      ...lost,
      id: 'other',
      idempotencyKey: 'three',
      reopen: async () => new File(['01'], 'a'),
    });
    await Promise.all(['there', 'gone', 'other'].map((id) => uploads.reopen(id)));
    expect(stages()).toEqual(['sending', 'interrupted', 'interrupted']);
    expect(uploads.list().map(({ reopen }) => reopen)).toEqual([undefined, undefined, undefined]);
    expect(uploads.list()[2]?.stage).toEqual({ name: 'interrupted', isDifferentFile: true });
  });

  it('packs an archive again of what was chosen again, and says so where that is not what it was', async () => {
    const { uploads, stages } = network();
    const { fields, patientName } = plan('a.zip');
    const packing = Promise.withResolvers<File>();
    let packs = 0;
    const pack = async () => {
      packs += 1;
      if (packs === 1) throw new FileMismatchError();
      return await packing.promise;
    };
    const lost = { id: 'old', idempotencyKey: 'key', file: { name: 'a.zip', size: 10 }, fields, patientName };
    uploads.addInterrupted({ ...lost, isPacked: true, repack: { selectionKind: 'folder', pack } });
    await uploads.resumeWithFiles('old', []);
    expect(uploads.list()[0]?.stage).toEqual({ name: 'interrupted', isDifferentFile: true });
    const repacking = uploads.resumeWithFiles('old', []);
    expect(uploads.list()[0]?.stage).toEqual({ name: 'interrupted', isReading: true });
    await uploads.resumeWithFiles('old', []);
    expect(packs).toBe(2);
    packing.resolve(new File(['0123456789'], 'a.zip'));
    await repacking;
    expect(stages()).toEqual(['sending']);
  });

  it('cancels one without a word, and gives its place to the next', async () => {
    const { uploads, stages, ends, calls } = network();
    const ids = ['a', 'b', 'c', 'd'].map((name) => uploads.add(plan(name)));
    uploads.remove(ids[1] ?? '');
    await flush();
    expect(stages()).toEqual(['sending', 'sending', 'sending']);
    expect([...calls.keys()]).toContain(ids[3]);
    expect(ends).toEqual([]);
  });

  it('keeps them for the same person, and for nobody else', async () => {
    const { uploads, ends } = network();
    uploads.setOwner('center');
    uploads.add(plan('a'));
    uploads.add(plan('b'));
    uploads.setOwner('center');
    expect(uploads.list()).toHaveLength(2);
    uploads.setOwner('another');
    await flush();
    expect(uploads.list()).toEqual([]);
    expect(ends).toEqual([]);
  });
});
