import { PortalError } from '@medcloud/contract/caller';
import { describe, expect, it } from 'vitest';
import type { Upload, UploadPlan, Waiting } from './queue.ts';
import { AnotherFile, UploadCancelled } from './upload-faults.ts';
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
    {
      upload: Upload;
      sent: (bytes: number) => void;
      waits: (waits: Waiting) => void;
      answer: () => void;
      fail: (error: Error) => void;
    }
  >();
  const tries: string[] = [];
  const kept: string[] = [];
  const forgotten: string[] = [];
  let ids = 0;
  let now = 0;
  const uploads = openUploads({
    now: () => now,
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    keep: ({ file, idempotencyKey, stage, addedAt }) =>
      kept.push(`${file.name} ${idempotencyKey} ${stage.name} ${addedAt}`),
    forget: ({ file }) => forgotten.push(file.name),
    send: (upload, { sent, waits }, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof examOf>>();
      tries.push(upload.idempotencyKey);
      calls.set(upload.id, { upload, sent, waits, answer: () => resolve(examOf(upload)), fail: reject });
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
    kept,
    forgotten,
    ends,
    stages,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

function examOf({ id }: Upload) {
  return { id, sha256 };
}

// Nothing here waits for time or for the system: what follows has come about before a timer of 0 ms, on any machine.
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

  it('writes down each that is asked for, also what waits for its turn', () => {
    const { uploads, kept, pass } = network();
    for (const name of ['a', 'b', 'c', 'd']) {
      uploads.add(plan(name));
      pass(1_000);
    }
    expect(kept).toEqual(['a id-2 waiting 0', 'b id-4 waiting 1000', 'c id-6 waiting 2000', 'd id-8 waiting 3000']);
  });

  it.each([400, 404, 410, 413, 415, 422])(
    'tries one that the portal has ended with %i under another key',
    async (status) => {
      const { uploads, calls, tries, forgotten } = network();
      const id = uploads.add(plan('a'));
      calls.get(id)?.fail(new PortalError(status, '{}', null));
      await settled();
      uploads.retry(id);
      expect(tries[0]).not.toBe(tries[1]);
      expect(forgotten).toEqual(['a']);
    },
  );

  it.each([401, 403, 408, 409, 423, 429, 460, 500, 503])('goes on under the same key after %i', async (status) => {
    const { uploads, calls, tries, forgotten } = network();
    const id = uploads.add(plan('a'));
    calls.get(id)?.fail(new PortalError(status, '{}', null));
    await settled();
    uploads.retry(id);
    expect(tries[0]).toBe(tries[1]);
    expect(forgotten).toEqual([]);
  });

  it('says what one waits for, also where the line is lost behind its last byte, until bytes go again', () => {
    const { uploads, calls } = network();
    const id = uploads.add(plan('a'));
    const waits: Waiting = { what: 'connection', tryNow: () => undefined };
    const stage = () => uploads.list()[0]?.stage;
    for (const sent of [4, 10]) {
      calls.get(id)?.sent(sent);
      calls.get(id)?.waits(waits);
      expect(stage()).toMatchObject({ name: 'sending', waits });
    }
    calls.get(id)?.sent(8);
    expect(stage()).toEqual({ name: 'sending', startedAt: 0, pace: expect.anything() });
    calls.get(id)?.sent(10);
    expect(stage()?.name).toBe('sealing');
  });

  it('stops sending a paused one, gives its place to the next, and goes on with it under the same key', async () => {
    const { uploads, calls, tries, stages, forgotten } = network();
    const ids = ['a', 'b', 'c', 'd'].map((name) => uploads.add(plan(name)));
    calls.get(ids[0] ?? '')?.sent(4);
    uploads.pause(ids[0] ?? '');
    await settled();
    expect(uploads.list()[0]?.stage).toEqual({ name: 'paused', sentBytes: 4 });
    expect(stages().slice(1)).toEqual(['sending', 'sending', 'sending']);
    uploads.resume(ids[0] ?? '');
    expect(stages()[0]).toBe('waiting');
    calls.get(ids[1] ?? '')?.answer();
    await settled();
    expect(stages()[0]).toBe('sending');
    expect(tries[0]).toBe(tries[4]);
    expect(forgotten).toEqual(['b']);
  });

  it('goes on with one of an earlier life of the page once its own file is there', async () => {
    const { uploads, calls, stages } = network();
    const { fields, patientName } = plan('a');
    const lost = { id: 'old', idempotencyKey: 'key', file: { name: 'a', size: 10 }, fields, patientName };
    uploads.offer(lost);
    uploads.offer(lost);
    expect(stages()).toEqual(['interrupted']);
    const chosen = (text: string) => [{ path: 'a', file: new File([text], 'a') }];
    await uploads.goOn('old', chosen('01234'));
    expect(uploads.list()[0]?.stage).toEqual({ name: 'interrupted', isOther: true });
    await uploads.goOn('old', chosen('0123456789'));
    expect(stages()).toEqual(['sending']);
    calls.get('old')?.fail(new AnotherFile());
    await settled();
    expect(stages()).toEqual(['interrupted']);
  });

  it('goes on by the handle of its file at one press, and asks for the file where it cannot be read', async () => {
    const { uploads, stages } = network();
    const { fields, patientName } = plan('a');
    const lost = { file: { name: 'a', size: 10 }, fields, patientName };
    uploads.offer({ ...lost, id: 'there', idempotencyKey: 'one', reopen: async () => new File(['0123456789'], 'a') });
    uploads.offer({ ...lost, id: 'gone', idempotencyKey: 'two', reopen: async () => undefined });
    uploads.offer({ ...lost, id: 'other', idempotencyKey: 'three', reopen: async () => new File(['01'], 'a') });
    await Promise.all(['there', 'gone', 'other'].map((id) => uploads.reopen(id)));
    expect(stages()).toEqual(['sending', 'interrupted', 'interrupted']);
    expect(uploads.list().map(({ reopen }) => reopen)).toEqual([undefined, undefined, undefined]);
    expect(uploads.list()[2]?.stage).toEqual({ name: 'interrupted', isOther: true });
  });

  it('packs an archive again of what was chosen again, and says so where that is not what it was', async () => {
    const { uploads, stages } = network();
    const { fields, patientName } = plan('a.zip');
    const packing = Promise.withResolvers<File>();
    let packs = 0;
    const pack = async () => {
      packs += 1;
      if (packs === 1) throw new AnotherFile();
      return await packing.promise;
    };
    const lost = { id: 'old', idempotencyKey: 'key', file: { name: 'a.zip', size: 10 }, fields, patientName };
    uploads.offer({ ...lost, isPacked: true, repack: { choosing: 'folder', pack } });
    await uploads.goOn('old', []);
    expect(uploads.list()[0]?.stage).toEqual({ name: 'interrupted', isOther: true });
    const again = uploads.goOn('old', []);
    expect(uploads.list()[0]?.stage).toEqual({ name: 'interrupted', isReading: true });
    await uploads.goOn('old', []);
    expect(packs).toBe(2);
    packing.resolve(new File(['0123456789'], 'a.zip'));
    await again;
    expect(stages()).toEqual(['sending']);
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
