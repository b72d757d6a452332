import { directoryDigest } from '../packing.ts';
import { isHere, type Upload } from '../queue.ts';
import { keptMark } from './kept-mark.ts';
import type { KeptUploads } from './kept-uploads.ts';

/** What this page knows of an upload of its own beyond the list, and writes down for its next life. */
export interface Entry {
  /** Writes down what takes the upload up again: of a packed archive, of what it was packed. */
  keep: () => Promise<void>;
  /** From now on the portal may have heard of it. */
  begin: () => Promise<void>;
  isBegun: () => boolean;
  /** A part is about to go: its SHA-256 in hex, by its place. */
  part: (place: number, digest: string) => Promise<void>;
  /** Takes it out; nothing of it is written any more. */
  remove: () => Promise<void>;
}

/** Each writing goes after the one before. Where the browser keeps nothing, the upload goes on all the same. */
export function openEntry(kept: () => Promise<KeptUploads>, owner: string | undefined, upload: Upload): Entry {
  const { file, fields, patientName, handle, path, isPacked, packing, addedAt, idempotencyKey: key } = upload;
  const digests = [...(upload.digests ?? [])];
  let isBegun = upload.isBegun ?? false;
  let isOver = false;
  let last: Promise<void> = Promise.resolve();
  const inTurn = (write: (uploads: KeptUploads) => Promise<void>) => {
    last = last.then(async () => await write(await kept())).catch(console.error);
    return last;
  };
  const put = () =>
    inTurn(async (uploads) => {
      if (isOver || owner === undefined || (isPacked && !packing)) return;
      const { name, size: sizeBytes } = file;
      const facts = { key, owner, fields, patientName, name, sizeBytes, handle, path, isPacked, addedAt, isBegun };
      await uploads.put({ ...facts, digests: [...digests] });
      localStorage.setItem(keptMark, '1');
    });
  let isPackingKept = false;
  const keep = async () => {
    if (packing && !isPackingKept && isHere(file) && owner !== undefined) {
      isPackingKept = true;
      // first, so that no upload is offered without it
      void inTurn(async (uploads) => {
        if (!isOver) await uploads.putPacking(key, { packing, digest: await directoryDigest(file) });
      });
    }
    await put();
  };
  return {
    keep,
    begin: async () => {
      isBegun = true;
      await keep();
    },
    isBegun: () => isBegun,
    part: async (place, digest) => {
      for (let each = digests.length; each < place; each += 1) digests.push('');
      digests[place] = digest;
      await put();
    },
    remove: async () => {
      isOver = true;
      await inTurn((uploads) => uploads.remove(key));
    },
  };
}
