import { directoryDigest } from '../packing.ts';
import { isAvailableFile, type Upload } from '../queue.ts';
import { resumeFlagKey } from './resume-flag-key.ts';
import type { ResumeStore } from './resume-store.ts';

/** The stored entry of one upload, from which it resumes after a reload. */
export interface ResumeEntry {
  /** Saves the state needed to resume, with the packing of a packed archive. */
  save: () => Promise<void>;
  /** Saves that the server may know the upload. */
  markStarted: () => Promise<void>;
  isBegun: () => boolean;
  /** Saves a part's SHA-256 in hex by its index, before the part is sent. */
  savePart: (index: number, digest: string) => Promise<void>;
  /** Deletes the entry. Later writes are ignored. */
  remove: () => Promise<void>;
}

/** Creates the entry. Writes run one after the other. A failed write is logged and the upload continues. */
export function createResumeEntry(
  openStore: () => Promise<ResumeStore>,
  owner: string | undefined,
  upload: Upload,
): ResumeEntry {
  const { file, fields, patientName, handle, path, isPacked, packing, addedAt, idempotencyKey: key } = upload;
  const digests = [...(upload.digests ?? [])];
  let isBegun = upload.isBegun ?? false;
  let isRemoved = false;
  let last: Promise<void> = Promise.resolve();
  const enqueueWrite = (write: (uploads: ResumeStore) => Promise<void>) => {
    last = last.then(async () => await write(await openStore())).catch(console.error);
    return last;
  };
  const put = () =>
    enqueueWrite(async (uploads) => {
      if (isRemoved || owner === undefined || (isPacked && !packing)) return;
      const { name, size: sizeBytes } = file;
      const facts = { key, owner, fields, patientName, name, sizeBytes, handle, path, isPacked, addedAt, isBegun };
      await uploads.put({ ...facts, digests: [...digests] });
      localStorage.setItem(resumeFlagKey, '1');
    });
  let isPackingSaved = false;
  const save = async () => {
    if (packing && !isPackingSaved && isAvailableFile(file) && owner !== undefined) {
      isPackingSaved = true;
      // before the entry, so no upload is offered without its packing
      void enqueueWrite(async (uploads) => {
        if (!isRemoved) await uploads.putPacking(key, { packing, digest: await directoryDigest(file) });
      });
    }
    await put();
  };
  return {
    save,
    markStarted: async () => {
      isBegun = true;
      await save();
    },
    isBegun: () => isBegun,
    savePart: async (index, digest) => {
      for (let position = digests.length; position < index; position += 1) digests.push('');
      digests[index] = digest;
      await put();
    },
    remove: async () => {
      isRemoved = true;
      await enqueueWrite((uploads) => uploads.remove(key));
    },
  };
}
