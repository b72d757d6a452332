import { PortalError } from '@medcloud/contract/caller';
import { filesAgain } from './file-handles.ts';
import { keptMark } from './kept-mark.ts';
import type { KeptUpload, KeptUploads } from './kept-uploads.ts';
import { choosingOf, directoryDigest, foundAmong, type KeptPacking, openAgain, packAgain } from './packing.ts';
import type { DroppedFile } from './preflight/dropped-files.ts';
import { isHere, type Upload } from './queue.ts';
import type { Outside } from './uploads.ts';

/** How uploads are sent, and remembered until they are over; what does it comes with the first. */
export interface Keeping extends Pick<Outside, 'send' | 'forget'> {
  /** Offers what this person began here and did not end, unless another tab is sending it. */
  offerKept: (owner: string, offer: (upload: Omit<Upload, 'stage'>) => void) => Promise<void>;
}

const lockOf = (key: string) => `medcloud-upload-${key}`;

/** `owner`: whoever is signed in now. */
export function openKeeping(owner: () => string | undefined): Keeping {
  let opened: Promise<KeptUploads> | undefined;
  const kept = () => {
    opened ??= import('./kept-uploads.ts').then(({ openKeptUploads }) => openKeptUploads());
    return opened;
  };
  return {
    send: async (upload, watch, signal) => {
      const { sendParts } = await import('./send-parts.ts');
      const remembered = await remember(kept, owner(), upload);
      return await underLock(upload.idempotencyKey, () => sendParts(upload, { ...watch, begins: remembered }, signal));
    },
    forget: (upload) => void forget(kept, upload).catch(console.error),
    offerKept: async (person, offer) => {
      const held = (await navigator.locks?.query())?.held ?? [];
      for (const { owner: _, ...upload } of await (await kept()).list(person)) {
        const { key, name, sizeBytes, ...rest } = upload;
        if (held.some((lock) => lock.name === lockOf(key))) continue;
        const packing = rest.isPacked ? await (await kept()).packing(key) : undefined;
        const again = packing ? againOfPacked(name, packing) : againOfFile(upload);
        offer({ ...rest, ...again, id: key, idempotencyKey: key, file: { name, size: sizeBytes } });
      }
    },
  };
}

function againOfFile({ handle, path, name }: Pick<KeptUpload, 'handle' | 'path' | 'name'>) {
  return { reopen: handle && (async () => (await filesAgain(handle, [path ?? name]))?.[0]) };
}

/** The same archive is packed again, of files that are those of before to the last byte. */
function againOfPacked(name: string, kept: KeptPacking): Partial<Upload> {
  const { packing } = kept;
  const pack = async (files: readonly DroppedFile[]) => {
    const { packInWorker } = await import('./preflight/ask-worker.ts');
    return await packAgain(kept, files, (all, refs) => packInWorker(all, refs, name, new AbortController().signal));
  };
  const reopen = async () => {
    const files = await openAgain(packing);
    return files && (await pack(files));
  };
  return {
    packing,
    reopen: packing.root && reopen,
    repack: { choosing: choosingOf(packing), pack: async (chosen) => await pack(foundAmong(packing, chosen)) },
  };
}

/** Another tab asks by this whether the upload is being sent here. */
async function underLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks ? await navigator.locks.request(lockOf(key), work) : await work();
}

/**
 * Writes down what takes the upload up again, where the browser can: of a packed archive, of what it was packed. Answers how
 * a part's digest is added.
 */
async function remember(kept: () => Promise<KeptUploads>, owner: string | undefined, upload: Upload) {
  const { file, fields, patientName, handle, path, isPacked, packing, idempotencyKey: key } = upload;
  if (owner === undefined || !isHere(file) || (isPacked && !packing)) return async () => undefined;
  const digests = [...(upload.digests ?? [])];
  const put = async () => {
    try {
      const { name, size: sizeBytes } = file;
      await (await kept()).put({ key, owner, fields, patientName, name, sizeBytes, digests, handle, path, isPacked });
      localStorage.setItem(keptMark, '1');
    } catch (error) {
      console.error(error); // without it the upload goes on all the same
    }
  };
  await putPacking(kept, key, file, packing);
  await put();
  return async (place: number, digest: string) => {
    for (let each = digests.length; each < place; each += 1) digests.push('');
    digests[place] = digest;
    await put();
  };
}

/** First, so that no upload is offered without it. */
async function putPacking(kept: () => Promise<KeptUploads>, key: string, file: File, packing: Upload['packing']) {
  if (!packing) return;
  try {
    await (await kept()).putPacking(key, { packing, digest: await directoryDigest(file) });
  } catch (error) {
    console.error(error); // without it the upload goes on all the same
  }
}

async function forget(kept: () => Promise<KeptUploads>, upload: Upload): Promise<void> {
  await (await kept()).remove(upload.idempotencyKey);
  const { stage } = upload;
  // nothing of it is open at the portal where it is done, never began, or was refused
  if (stage.name === 'completed' || stage.name === 'waiting') return;
  if (stage.name === 'failed' && stage.error instanceof PortalError) return;
  const { endAtPortal } = await import('./send-parts.ts');
  await endAtPortal(upload);
}
