import { PortalError } from '@medcloud/contract/caller';
import { fileAgain } from './file-handles.ts';
import { keptMark } from './kept-mark.ts';
import type { KeptUploads } from './kept-uploads.ts';
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
      for (const { key, name, sizeBytes, owner: _, ...rest } of await (await kept()).list(person)) {
        if (held.some((lock) => lock.name === lockOf(key))) continue;
        const { handle } = rest;
        const reopen = handle && (() => fileAgain(handle));
        offer({ ...rest, id: key, idempotencyKey: key, file: { name, size: sizeBytes }, reopen });
      }
    },
  };
}

/** Another tab asks by this whether the upload is being sent here. */
async function underLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks ? await navigator.locks.request(lockOf(key), work) : await work();
}

/**
 * Writes down what takes the upload up again, where the browser can: only a file that stands by itself, since a packed one
 * is gone with the page. Answers how a part's digest is added.
 */
async function remember(kept: () => Promise<KeptUploads>, owner: string | undefined, upload: Upload) {
  const { file, fields, patientName, handle, idempotencyKey: key } = upload;
  if (owner === undefined || !isHere(file) || upload.isPacked) return async () => undefined;
  const digests = [...(upload.digests ?? [])];
  const put = async () => {
    try {
      const { name, size: sizeBytes } = file;
      await (await kept()).put({ key, owner, fields, patientName, name, sizeBytes, digests, handle });
      localStorage.setItem(keptMark, '1');
    } catch (error) {
      console.error(error); // without it the upload goes on all the same
    }
  };
  await put();
  return async (place: number, digest: string) => {
    for (let each = digests.length; each < place; each += 1) digests.push('');
    digests[place] = digest;
    await put();
  };
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
