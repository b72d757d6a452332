import { loadOnce } from '../../lib/load-once.ts';
import type { ResumableUploads } from './resumable-uploads.ts';
import { resumeFlagKey } from './resume-flag-key.ts';

/** Loads the code that sends and stores uploads with the first upload, or if this browser has stored uploads. */
export function lazyResumableUploads(): ResumableUploads {
  let signedInOwner: string | undefined;
  const loadUploads = loadOnce(async () =>
    (await import('./resumable-uploads.ts')).createResumableUploads(() => signedInOwner),
  );
  return {
    save: (upload) => void loadUploads().then(({ save }) => save(upload)),
    send: async (...args) => (await loadUploads()).send(...args),
    discard: (upload) => void loadUploads().then(({ discard }) => discard(upload)),
    offerInterrupted: async (owner, offer) => {
      signedInOwner = owner;
      if (localStorage.getItem(resumeFlagKey) !== null) await (await loadUploads()).offerInterrupted(owner, offer);
    },
  };
}
