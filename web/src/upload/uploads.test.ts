import { ApiError } from '@medcloud/contract/api-client';
import { describe, expect, it } from 'vitest';
import type { RetryWait, Upload, UploadPlan } from './queue.ts';
import { FileMismatchError, UploadCanceledError } from './upload-errors.ts';
import { createUploads } from './uploads.ts';

const sha256 = '9f2c'.repeat(16);

function plan(name: string): UploadPlan {
  return {
    file: new File(['0123456789'], name),
    fields: { patientId: 'P-7K3M2QXH0', examType: 'ct', examDate: '2026-11-20' },
    patientName: 'Rossi Giulia',
  };
}

/** A fake network that the test controls: each upload progresses by explicit calls. */
function network() {
  const calls = new Map<
    string,
    {
      upload: Upload;
      sent: (bytes: number) => void;
      wait: (retryWait: RetryWait) => void;
      respond: () => void;
      fail: (error: Error) => void;
    }
  >();
  const attempts: string[] = [];
  const saved: string[] = [];
  const discarded: string[] = [];
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
    discard: ({ file }) => discarded.push(file.name),
    send: (upload, { onProgress, onWait }, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof examOf>>();
      attempts.push(upload.idempotencyKey);
      calls.set(upload.id, {
        upload,
        sent: onProgress,
        wait: onWait,
        respond: () => resolve(examOf(upload)),
        fail: reject,
      });
      signal.addEventListener('abort', () => reject(new UploadCanceledError()));
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
    discarded,
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

// No test waits for time or the system: all pending promises settle before a timer of 0 ms, on any machine.
const flush = () => new Promise<void>((resolve) => setTimeout(resolve));

describe('createUploads', () => {
  it('runs three uploads, and the fourth when one of them has ended', async () => {
    const { uploads, calls, stages, ends, advanceTime } = network();
    const [first = ''] = ['a', 'b', 'c', 'd'].map((name) => uploads.add(plan(name)));
    expect(stages()).toEqual(['sending', 'sending', 'sending', 'waiting']);
    advanceTime(9_000);
    calls.get(first)?.sent(10);
    expect(stages()[0]).toBe('completing');
    calls.get(first)?.respond();
    await flush();
    expect(stages()).toEqual(['completed', 'sending', 'sending', 'sending']);
    expect(uploads.list()[0]?.stage).toEqual({ name: 'completed', examId: 'id-1', sha256, tookMs: 9_000 });
    expect(ends).toEqual(['a completed']);
  });

  it('retries a failed upload with the same key', async () => {
    const { uploads, calls, attempts, stages, ends } = network();
    const id = uploads.add(plan('a'));
    calls.get(id)?.fail(new Error('connection lost'));
    await flush();
    expect(stages()).toEqual(['failed']);
    uploads.retry(id);
    calls.get(id)?.respond();
    await flush();
    expect(ends).toEqual(['a failed', 'a completed']);
    expect(attempts).toHaveLength(2);
    expect(attempts[0]).toBe(attempts[1]);
  });

  it('saves every added upload, including those that wait for their turn', () => {
    const { uploads, saved, advanceTime } = network();
    for (const name of ['a', 'b', 'c', 'd']) {
      uploads.add(plan(name));
      advanceTime(1_000);
    }
    expect(saved).toEqual(['a id-2 waiting 0', 'b id-4 waiting 1000', 'c id-6 waiting 2000', 'd id-8 waiting 3000']);
  });

  it.each([400, 404, 410, 413, 415, 422])(
    'retries an upload that the server rejected with %i under a new key',
    async (status) => {
      const { uploads, calls, attempts, discarded } = network();
      const id = uploads.add(plan('a'));
      calls.get(id)?.fail(new ApiError(status, '{}', null));
      await flush();
      uploads.retry(id);
      expect(attempts[0]).not.toBe(attempts[1]);
      expect(discarded).toEqual(['a']);
    },
  );

  it.each([401, 403, 408, 409, 423, 429, 460, 500, 503])('resumes with the same key after %i', async (status) => {
    const { uploads, calls, attempts, discarded } = network();
    const id = uploads.add(plan('a'));
    calls.get(id)?.fail(new ApiError(status, '{}', null));
    await flush();
    uploads.retry(id);
    expect(attempts[0]).toBe(attempts[1]);
    expect(discarded).toEqual([]);
  });

  it('shows the retry wait until bytes are sent again, also after the last byte', () => {
    const { uploads, calls } = network();
    const id = uploads.add(plan('a'));
    const retryWait: RetryWait = { reason: 'connection', tryNow: () => undefined };
    const stage = () => uploads.list()[0]?.stage;
    for (const sent of [4, 10]) {
      calls.get(id)?.sent(sent);
      calls.get(id)?.wait(retryWait);
      expect(stage()).toMatchObject({ name: 'sending', retryWait });
    }
    calls.get(id)?.sent(8);
    expect(stage()).toEqual({ name: 'sending', startedAt: 0, transferRate: expect.anything() });
    calls.get(id)?.sent(10);
    expect(stage()?.name).toBe('completing');
  });

  it('stops a paused upload, starts the next, and resumes the paused one with the same key', async () => {
    const { uploads, calls, attempts, stages, discarded } = network();
    const ids = ['a', 'b', 'c', 'd'].map((name) => uploads.add(plan(name)));
    calls.get(ids[0] ?? '')?.sent(4);
    uploads.pause(ids[0] ?? '');
    await flush();
    expect(uploads.list()[0]?.stage).toEqual({ name: 'paused', sentBytes: 4 });
    expect(stages().slice(1)).toEqual(['sending', 'sending', 'sending']);
    uploads.resume(ids[0] ?? '');
    expect(stages()[0]).toBe('waiting');
    calls.get(ids[1] ?? '')?.respond();
    await flush();
    expect(stages()[0]).toBe('sending');
    expect(attempts[0]).toBe(attempts[4]);
    expect(discarded).toEqual(['b']);
  });

  it('resumes an interrupted upload after a reload when its own file is selected', async () => {
    const { uploads, calls, stages } = network();
    const { fields, patientName } = plan('a');
    const interrupted = { id: 'old', idempotencyKey: 'key', file: { name: 'a', size: 10 }, fields, patientName };
    uploads.addInterrupted(interrupted);
    uploads.addInterrupted(interrupted);
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

  it('resumes with its file handle, and asks for the file if the handle cannot be read', async () => {
    const { uploads, stages } = network();
    const { fields, patientName } = plan('a');
    const interrupted = { file: { name: 'a', size: 10 }, fields, patientName };
    uploads.addInterrupted({
      ...interrupted,
      id: 'there',
      idempotencyKey: 'one',
      reopen: async () => new File(['0123456789'], 'a'),
    });
    uploads.addInterrupted({ ...interrupted, id: 'gone', idempotencyKey: 'two', reopen: async () => undefined });
    uploads.addInterrupted({
      ...interrupted,
      id: 'other',
      idempotencyKey: 'three',
      reopen: async () => new File(['01'], 'a'),
    });
    await Promise.all(['there', 'gone', 'other'].map((id) => uploads.reopen(id)));
    expect(stages()).toEqual(['sending', 'interrupted', 'interrupted']);
    expect(uploads.list().map(({ reopen }) => reopen)).toEqual([undefined, undefined, undefined]);
    expect(uploads.list()[2]?.stage).toEqual({ name: 'interrupted', isDifferentFile: true });
  });

  it('packs an archive again from selected files, and reports files that differ', async () => {
    const { uploads, stages } = network();
    const { fields, patientName } = plan('a.zip');
    const packing = Promise.withResolvers<File>();
    let packs = 0;
    const pack = async () => {
      packs += 1;
      if (packs === 1) throw new FileMismatchError();
      return await packing.promise;
    };
    const interrupted = { id: 'old', idempotencyKey: 'key', file: { name: 'a.zip', size: 10 }, fields, patientName };
    uploads.addInterrupted({ ...interrupted, isPacked: true, repack: { selectionKind: 'folder', pack } });
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

  it('cancels an upload without an end event, and starts the next', async () => {
    const { uploads, stages, ends, calls } = network();
    const ids = ['a', 'b', 'c', 'd'].map((name) => uploads.add(plan(name)));
    uploads.remove(ids[1] ?? '');
    await flush();
    expect(stages()).toEqual(['sending', 'sending', 'sending']);
    expect([...calls.keys()]).toContain(ids[3]);
    expect(ends).toEqual([]);
  });

  it('keeps the uploads for the same owner, and clears them for another', async () => {
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
