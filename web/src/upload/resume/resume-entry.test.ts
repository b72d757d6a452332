import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Upload } from '../queue.ts';
import { createResumeEntry } from './resume-entry.ts';
import { resumeFlagKey } from './resume-flag-key.ts';
import type { ResumeState, ResumeStore } from './resume-store.ts';

/** A fake of the browser's database. Writes wait until `isOpen` is called. */
function database() {
  const rows = new Map<string, ResumeState>();
  const packings = new Map<string, string>();
  const opening = Promise.withResolvers<void>();
  const store: ResumeStore = {
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
  return { store: async () => store, rows, packings, isOpen: opening.resolve };
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

it('saves a waiting upload, then its start, then its parts', async () => {
  const { store, rows, isOpen } = database();
  const entry = createResumeEntry(store, 'center', upload);
  isOpen();
  await entry.save();
  expect(rows.get('key')).toMatchObject({ name: 'a.dcm', sizeBytes: 10, addedAt: 7, isBegun: false, digests: [] });
  expect(stored.has(resumeFlagKey)).toBe(true);
  await entry.markStarted();
  await entry.savePart(1, 'second');
  expect(rows.get('key')).toMatchObject({ isBegun: true, digests: ['', 'second'] });
});

it('keeps the stored parts when the upload starts again', async () => {
  const { store, rows, isOpen } = database();
  const entry = createResumeEntry(store, 'center', { ...upload, digests: ['first'] });
  isOpen();
  await entry.markStarted();
  await entry.savePart(1, 'second');
  await entry.markStarted();
  expect(rows.get('key')?.digests).toEqual(['first', 'second']);
});

it('writes nothing after remove, even for pending writes', async () => {
  const { store, rows, isOpen } = database();
  const entry = createResumeEntry(store, 'center', upload);
  const writes = [entry.save(), entry.remove(), entry.savePart(0, 'first')];
  isOpen();
  await Promise.all(writes);
  expect([...rows]).toEqual([]);
});

it('saves an archive’s packing once, and saves no archive that cannot be packed again', async () => {
  const { store, rows, packings, isOpen } = database();
  isOpen();
  const end = new Uint8Array(22);
  const packing = { paths: ['IM1'], refs: [] };
  const packed = { ...upload, file: new File([end], 'a.zip'), isPacked: true };
  const entry = createResumeEntry(store, 'center', { ...packed, packing });
  await entry.save();
  expect(packings.get('key')).toHaveLength(64);
  packings.set('key', 'as it was');
  await entry.markStarted();
  expect(packings.get('key')).toBe('as it was');
  await createResumeEntry(store, 'center', { ...packed, idempotencyKey: 'other' }).save();
  await createResumeEntry(store, undefined, { ...upload, idempotencyKey: 'nobody' }).save();
  expect([...rows.keys()]).toEqual(['key']);
});
