import { loadOnce } from '../../lib/load-once.ts';
import { matchPackedFiles, reopenPackedFiles, repackArchive, type StoredPacking, selectionKindOf } from '../packing.ts';
import type { DroppedFile } from '../preflight/dropped-files.ts';
import type { Upload } from '../queue.ts';
import { isRejectedByServer, UploadCanceledError } from '../upload-errors.ts';
import type { UploadDependencies } from '../uploads.ts';
import { readFilesByHandle } from './file-handles.ts';
import { createResumeEntry, type ResumeEntry } from './resume-entry.ts';
import type { ResumeState } from './resume-store.ts';

/** Sends uploads and stores their resume state until they have ended. */
export interface ResumableUploads extends Pick<UploadDependencies, 'save' | 'send' | 'discard'> {
  /** Calls `offer` for the owner's unfinished uploads in this browser, except those that another tab is sending. */
  offerInterrupted: (owner: string, offer: (upload: Omit<Upload, 'stage'>) => void) => Promise<void>;
}

/** An upload of this page: its stored entry, its URL on the server, and the lock that other tabs check. */
interface OwnUpload {
  readonly entry: ResumeEntry;
  address?: string;
  /** The lock while the upload waits for its turn. Later `send` holds it. */
  lock?: Promise<() => void> | undefined;
}

/** Names the lock of the tab that sends an upload. */
export const lockOf = (key: string) => `medcloud-upload-${key}`;

/** Creates the resumable uploads. `owner` returns the signed-in user's id. */
export function createResumableUploads(owner: () => string | undefined): ResumableUploads {
  const openStore = loadOnce(async () => (await import('./resume-store.ts')).openResumeStore());
  const ownUploads = new Map<string, OwnUpload>();
  const ownOf = (upload: Upload): OwnUpload => {
    const own = ownUploads.get(upload.idempotencyKey) ?? { entry: createResumeEntry(openStore, owner(), upload) };
    ownUploads.set(upload.idempotencyKey, own);
    return own;
  };
  const loadSender = loadOnce(async () => (await import('../send-parts.ts')).createPartSender());
  return {
    save: (upload) => {
      const own = ownOf(upload);
      own.lock = acquireLock(upload.idempotencyKey);
      void own.entry.save();
    },
    send: async (upload, watch, signal) => {
      const send = await loadSender();
      const own = ownOf(upload);
      await own.entry.markStarted();
      const lockPromise = own.lock ?? acquireLock(upload.idempotencyKey, signal);
      own.lock = undefined;
      const releaseLock = await lockPromise;
      const onCreated = (address: string) => {
        own.address = address;
      };
      try {
        return await send(upload, { ...watch, onCreated, beforePart: own.entry.savePart }, signal);
      } finally {
        releaseLock();
      }
    },
    discard: (upload) => {
      const own = ownOf(upload);
      ownUploads.delete(upload.idempotencyKey);
      void own.lock?.then((releaseLock) => releaseLock());
      void discardUpload(upload, own).catch(console.error);
    },
    offerInterrupted: async (person, offer) => {
      const heldLocks = (await navigator.locks?.query())?.held ?? [];
      for (const { owner: _, ...upload } of await (await openStore()).list(person)) {
        const { key, name, sizeBytes, ...rest } = upload;
        if (heldLocks.some((lock) => lock.name === lockOf(key))) continue;
        const packing = rest.isPacked ? await (await openStore()).packing(key) : undefined;
        const resume = packing ? resumeFromPacking(name, packing) : resumeFromFile(upload);
        const isBegun = rest.isBegun ?? true;
        offer({ ...rest, ...resume, isBegun, id: key, idempotencyKey: key, file: { name, size: sizeBytes } });
      }
    },
  };
}

function resumeFromFile({ handle, path, name }: Pick<ResumeState, 'handle' | 'path' | 'name'>) {
  return { reopen: handle && (async () => (await readFilesByHandle(handle, [path ?? name]))?.[0]) };
}

/** Returns how to pack the same archive again, from files with unchanged bytes. */
function resumeFromPacking(name: string, stored: StoredPacking): Partial<Upload> {
  const { packing } = stored;
  const pack = async (files: readonly DroppedFile[]) => {
    const { packInWorker } = await import('../preflight/run-in-worker.ts');
    return await repackArchive(stored, files, (allFiles, refs) =>
      packInWorker(allFiles, refs, name, new AbortController().signal),
    );
  };
  const reopen = async () => {
    const files = await reopenPackedFiles(packing);
    return files && (await pack(files));
  };
  return {
    packing,
    reopen: packing.root && reopen,
    repack: {
      selectionKind: selectionKindOf(packing),
      pack: async (selectedFiles) => await pack(matchPackedFiles(packing, selectedFiles)),
    },
  };
}

/**
 * Acquires the lock by which other tabs see that this tab has the upload. Returns a function that releases it.
 * Rejects with `UploadCanceledError` when the signal aborts.
 */
async function acquireLock(key: string, signal?: AbortSignal): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  const granted = Promise.withResolvers<void>();
  const onGranted = () => {
    granted.resolve();
    return released.promise;
  };
  if (!navigator.locks) return released.resolve;
  navigator.locks
    .request(lockOf(key), signal ? { signal } : {}, onGranted)
    .catch((error: unknown) => granted.reject(signal?.aborted ? new UploadCanceledError() : error));
  await granted.promise;
  return released.resolve;
}

/** Deletes the upload's entry, and cancels it on the server unless it completed, never started or was rejected. */
async function discardUpload(upload: Upload, { entry, address }: OwnUpload): Promise<void> {
  await entry.remove();
  const { stage } = upload;
  if (stage.name === 'completed' || !entry.isBegun()) return;
  if (address === undefined && stage.name === 'failed' && isRejectedByServer(stage.error)) return;
  const { cancelServerUpload } = await import('../send-parts.ts');
  await cancelServerUpload(upload, address);
}
