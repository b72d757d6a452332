import type { Keeping } from './keep-uploads.ts';
import { keptMark } from './kept-mark.ts';

/** What sends uploads and remembers them, fetched with the first upload or where some are remembered. */
export function laterKeeping(): Keeping {
  let person: string | undefined;
  let fetched: Promise<Keeping> | undefined;
  const keeping = () => {
    fetched ??= import('./keep-uploads.ts').then(({ openKeeping }) => openKeeping(() => person));
    return fetched;
  };
  return {
    keep: (upload) => void keeping().then(({ keep }) => keep(upload)),
    send: async (...asked) => (await keeping()).send(...asked),
    forget: (upload) => void keeping().then(({ forget }) => forget(upload)),
    offerKept: async (owner, offer) => {
      person = owner;
      if (localStorage.getItem(keptMark) !== null) await (await keeping()).offerKept(owner, offer);
    },
  };
}
