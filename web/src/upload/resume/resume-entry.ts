import { directoryDigest } from '../packing.ts';
import { isAvailableFile, type Upload } from '../queue.ts';
import { resumeFlagKey } from './resume-flag-key.ts';
import type { ResumeStore } from './resume-store.ts';

/** What this page knows of an upload of its own beyond the list, and writes down for its next life. */
export interface ResumeEntry {
  /** Writes down what takes the upload up again: of a packed archive, of what it was packed. */
  save: () => Promise<void>;
  /** From now on the portal may have heard of it. */
  markStarted: () => Promise<void>;
  isBegun: () => boolean;
  /** A part is about to go: its SHA-256 in hex, by its place. */
  savePart: (index: number, digest: string) => Promise<void>;
  /** Takes it out; nothing of it is written any more. */
  remove: () => Promise<void>;
}

/** Each writing goes after the one before. Where the browser keeps nothing, the upload goes on all the same. */
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
      // first, so that no upload is offered without it
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
