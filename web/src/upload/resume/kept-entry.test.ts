import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Upload } from '../queue.ts';
import { openEntry } from './kept-entry.ts';
import { keptMark } from './kept-mark.ts';
import type { KeptUpload, KeptUploads } from './kept-uploads.ts';

/** The browser's database, slow with its first writing. */
function database() {
  const rows = new Map<string, KeptUpload>();
  const packings = new Map<string, string>();
  const opening = Promise.withResolvers<void>();
  const kept: KeptUploads = {
    list: async () => [...rows.values()],
    put: async (upload) => {
      await opening.promise;
      rows.set(upload.key, upload);
    },
    packing: async () => undefined,
    putPacking: async (key, { digest }) => void packings.set(key, digest),
    remove: async (key) => {
      rows.delete(key);
      packings.delete(key);
    },
  };
  return { kept: async () => kept, rows, packings, isOpen: opening.resolve };
}

const upload: Upload = {
  id: 'id',
  idempotencyKey: 'key',
  addedAt: 7,
  file: new File(['0123456789'], 'a.dcm'),
  fields: { patientId: 'P-7K3M2QXH0', examType: 'ct', examDate: '2026-11-20' },
  patientName: 'Rossi Giulia',
  stage: { name: 'waiting' },
};

const stored = new Map<string, string>();
beforeEach(() =>
  vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => void stored.set(key, value) }),
);
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

it('writes down an upload that waits, then that it has begun, then its parts', async () => {
  const { kept, rows, isOpen } = database();
  const entry = openEntry(kept, 'center', upload);
  isOpen();
  await entry.keep();
  expect(rows.get('key')).toMatchObject({ name: 'a.dcm', sizeBytes: 10, addedAt: 7, isBegun: false, digests: [] });
  expect(stored.has(keptMark)).toBe(true);
  await entry.begin();
  await entry.part(1, 'second');
  expect(rows.get('key')).toMatchObject({ isBegun: true, digests: ['', 'second'] });
});

it('keeps the parts that arrived when it is begun once more', async () => {
  const { kept, rows, isOpen } = database();
  const entry = openEntry(kept, 'center', { ...upload, digests: ['first'] });
  isOpen();
  await entry.begin();
  await entry.part(1, 'second');
  await entry.begin();
  expect(rows.get('key')?.digests).toEqual(['first', 'second']);
});

it('writes nothing of one that is over, however late its writings come', async () => {
  const { kept, rows, isOpen } = database();
  const entry = openEntry(kept, 'center', upload);
  const writings = [entry.keep(), entry.remove(), entry.part(0, 'first')];
  isOpen();
  await Promise.all(writings);
  expect([...rows]).toEqual([]);
});

it('writes down of what an archive was packed, once, and nothing of one that cannot be packed again', async () => {
  const { kept, rows, packings, isOpen } = database();
  isOpen();
  const end = new Uint8Array(22);
  const packing = { paths: ['IM1'], refs: [] };
  const packed = { ...upload, file: new File([end], 'a.zip'), isPacked: true };
  const entry = openEntry(kept, 'center', { ...packed, packing });
  await entry.keep();
  expect(packings.get('key')).toHaveLength(64);
  packings.set('key', 'as it was');
  await entry.begin();
  expect(packings.get('key')).toBe('as it was');
  await openEntry(kept, 'center', { ...packed, idempotencyKey: 'other' }).keep();
  await openEntry(kept, undefined, { ...upload, idempotencyKey: 'nobody' }).keep();
  expect([...rows.keys()]).toEqual(['key']);
});
