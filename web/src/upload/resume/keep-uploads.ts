import { choosingOf, foundAmong, type KeptPacking, openAgain, packAgain } from '../packing.ts';
import type { DroppedFile } from '../preflight/dropped-files.ts';
import type { Upload } from '../queue.ts';
import type { SendParts } from '../send-parts.ts';
import { isOverAtPortal, UploadCancelled } from '../upload-faults.ts';
import type { Outside } from '../uploads.ts';
import { filesAgain } from './file-handles.ts';
import { type Entry, openEntry } from './kept-entry.ts';
import type { KeptUpload, KeptUploads } from './kept-uploads.ts';

/** How uploads are sent, and remembered until they are over; what does it comes with the first. */
export interface Keeping extends Pick<Outside, 'keep' | 'send' | 'forget'> {
  /** Offers what this person began here and did not end, unless another tab is sending it. */
  offerKept: (owner: string, offer: (upload: Omit<Upload, 'stage'>) => void) => Promise<void>;
}

/** One that is this page's own: what it writes down of it, where the portal has it, and how other tabs know. */
interface Own {
  readonly entry: Entry;
  address?: string;
  /** While it waits for its turn; then whoever sends it holds it. */
  lock?: Promise<() => void> | undefined;
}

const lockOf = (key: string) => `medcloud-upload-${key}`;

/** `owner`: whoever is signed in now. */
export function openKeeping(owner: () => string | undefined): Keeping {
  let opened: Promise<KeptUploads> | undefined;
  const kept = () => {
    opened ??= import('./kept-uploads.ts').then(({ openKeptUploads }) => openKeptUploads());
    return opened;
  };
  const owned = new Map<string, Own>();
  const ownOf = (upload: Upload): Own => {
    const own = owned.get(upload.idempotencyKey) ?? { entry: openEntry(kept, owner(), upload) };
    owned.set(upload.idempotencyKey, own);
    return own;
  };
  let sending: Promise<SendParts> | undefined;
  const sender = () => {
    sending ??= import('../send-parts.ts').then(({ openSending }) => openSending());
    return sending;
  };
  return {
    keep: (upload) => {
      const own = ownOf(upload);
      own.lock = lock(upload.idempotencyKey);
      void own.entry.keep();
    },
    send: async (upload, watch, signal) => {
      const send = await sender();
      const own = ownOf(upload);
      await own.entry.begin();
      const held = own.lock ?? lock(upload.idempotencyKey, signal);
      own.lock = undefined;
      const letGo = await held;
      const begun = (address: string) => {
        own.address = address;
      };
      try {
        return await send(upload, { ...watch, begun, begins: own.entry.part }, signal);
      } finally {
        letGo();
      }
    },
    forget: (upload) => {
      const own = ownOf(upload);
      owned.delete(upload.idempotencyKey);
      void own.lock?.then((letGo) => letGo());
      void end(upload, own).catch(console.error);
    },
    offerKept: async (person, offer) => {
      const held = (await navigator.locks?.query())?.held ?? [];
      for (const { owner: _, ...upload } of await (await kept()).list(person)) {
        const { key, name, sizeBytes, ...rest } = upload;
        if (held.some((lock) => lock.name === lockOf(key))) continue;
        const packing = rest.isPacked ? await (await kept()).packing(key) : undefined;
        const again = packing ? againOfPacked(name, packing) : againOfFile(upload);
        const isBegun = rest.isBegun ?? true;
        offer({ ...rest, ...again, isBegun, id: key, idempotencyKey: key, file: { name, size: sizeBytes } });
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
    const { packInWorker } = await import('../preflight/ask-worker.ts');
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

/** Other tabs ask by this whether the upload is this one's; held until it is let go. Fails with `UploadCancelled` on the signal. */
async function lock(key: string, signal?: AbortSignal): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const hold = () => {
    taken.resolve();
    return held.promise;
  };
  if (!navigator.locks) return held.resolve;
  navigator.locks
    .request(lockOf(key), signal ? { signal } : {}, hold)
    .catch((error: unknown) => taken.reject(signal?.aborted ? new UploadCancelled() : error));
  await taken.promise;
  return held.resolve;
}

/** What this browser and the portal keep of it goes; of what is done, never began or was refused nothing is open there. */
async function end(upload: Upload, { entry, address }: Own): Promise<void> {
  await entry.remove();
  const { stage } = upload;
  if (stage.name === 'completed' || !entry.isBegun()) return;
  if (address === undefined && stage.name === 'failed' && isOverAtPortal(stage.error)) return;
  const { endAtPortal } = await import('../send-parts.ts');
  await endAtPortal(upload, address);
}
