import { sentBytes } from './pace.ts';
import { DropUnreadable } from './preflight/drop-unreadable.ts';
import type { DroppedFile } from './preflight/dropped-files.ts';
import {
  isRunning,
  progressed,
  startable,
  type Upload,
  type UploadPlan,
  type UploadStage,
  type Waiting,
  waiting,
  withStage,
} from './queue.ts';
import type { PartsWatch, Stored } from './send-parts.ts';
import { AnotherFile, isOverAtPortal, UploadCancelled } from './upload-faults.ts';

export interface Outside {
  /** It waits for its turn: what takes it up in another life of the page is written down. */
  keep: (upload: Upload) => void;
  send: (upload: Upload, watch: Pick<PartsWatch, 'sent' | 'waits'>, signal: AbortSignal) => Promise<Stored>;
  /** It is over, or was cancelled: what this browser and the portal keep of it goes. */
  forget: (upload: Upload) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
}

export interface Uploads {
  /** Every upload of this page's life that was not dismissed. A new array with every change. */
  list: () => readonly Upload[];
  subscribe: (changed: () => void) => () => void;
  /** Hears of every upload that is completed or has failed, and of none that was cancelled. Returns how to stop. */
  followEnds: (ended: (upload: Upload) => void) => () => void;
  /** Takes a plan and begins as soon as a place is free. Answers the upload's id. */
  add: (plan: UploadPlan) => string;
  /** Lists one that was begun before the page was loaded again. */
  offer: (upload: Omit<Upload, 'stage'>) => void;
  /** Goes on with one whose files were chosen again; an archive that was packed of them is packed again. */
  goOn: (id: string, chosen: readonly DroppedFile[]) => Promise<void>;
  /** Reads the files again by the handle that was kept, and goes on; where they cannot be read, they are to be chosen. */
  reopen: (id: string) => Promise<void>;
  pause: (id: string) => void;
  resume: (id: string) => void;
  /** Tries a failed one again: from the same byte, unless the portal has refused it. */
  retry: (id: string) => void;
  /** Stops it, if it runs, and takes it off the list. */
  remove: (id: string) => void;
  /** Takes what is completed off the list. */
  clearCompleted: () => void;
  /** Uploads belong to who began them: for another one the list begins empty. */
  ownedBy: (owner: string) => void;
  close: () => void;
}

/** Those who hear of something. */
function listeners<News extends unknown[]>() {
  const hearing = new Set<(...news: News) => void>();
  return {
    tell: (...news: News) => {
      for (const hear of hearing) hear(...news);
    },
    add: (hear: (...news: News) => void) => {
      hearing.add(hear);
      return () => {
        hearing.delete(hear);
      };
    },
  };
}

/** The list of uploads, which is a new one with every change. */
function openList() {
  const changes = listeners<[]>();
  let uploads: readonly Upload[] = [];
  const become = (next: readonly Upload[]) => {
    uploads = next;
    changes.tell();
  };
  return {
    list: () => uploads,
    subscribe: changes.add,
    become,
    find: (id: string) => uploads.find((upload) => upload.id === id),
    stage: (id: string, next: UploadStage) => become(withStage(uploads, id, next)),
    change: (id: string, changed: (upload: Upload) => Upload) =>
      become(uploads.map((upload) => (upload.id === id ? changed(upload) : upload))),
  };
}

type List = ReturnType<typeof openList>;

/** Sends what may be sent, three at once; `ended` hears of what is completed or has failed. */
function openRunner({ list, find, stage }: List, { send, now }: Outside, ended: (upload: Upload) => void) {
  const stops = new Map<string, AbortController>();
  const begin = () => {
    for (const upload of startable(list())) void run(upload);
  };
  const watchOf = ({ id, file }: Upload) => ({
    sent: (bytes: number) => {
      const current = find(id);
      if (current) stage(id, progressed(current.stage, bytes, file.size, now()));
    },
    waits: (waits: Waiting) => {
      const current = find(id);
      if (current) stage(id, waiting(current.stage, waits, file.size, now()));
    },
  });
  const end = (id: string, last: UploadStage) => {
    stage(id, last);
    const upload = find(id);
    if (upload) ended(upload);
  };
  const run = async (upload: Upload) => {
    const { id } = upload;
    const startedAt = now();
    const stop = new AbortController();
    stops.set(id, stop);
    stage(id, { name: 'sending', startedAt, pace: [{ atMs: startedAt, bytes: 0 }] });
    try {
      const { id: examId, sha256 } = await send(upload, watchOf(upload), stop.signal);
      end(id, { name: 'completed', examId, sha256, tookMs: now() - startedAt });
    } catch (error) {
      if (error instanceof AnotherFile) stage(id, { name: 'interrupted', isOther: true });
      else if (!(error instanceof UploadCancelled)) end(id, { name: 'failed', error });
    } finally {
      if (stops.get(id) === stop) stops.delete(id);
      begin();
    }
  };
  return { begin, stop: (id: string) => stops.get(id)?.abort() };
}

/** Takes interrupted ones up with what is read of them again; `wait` puts one back in the queue. */
function rereading({ find, stage }: List, wait: (id: string, next: Partial<Upload>) => void) {
  const take = (id: string, file: File) => {
    const lost = find(id)?.file;
    if (file.name === lost?.name && file.size === lost.size) wait(id, { file });
    else stage(id, { name: 'interrupted', isOther: true });
  };
  return async (id: string, read: (upload: Upload) => Promise<File | undefined> | undefined) => {
    const upload = find(id);
    if (upload?.stage.name !== 'interrupted' || upload.stage.isReading) return;
    stage(id, { name: 'interrupted', isReading: true });
    try {
      const file = await read(upload);
      if (file) take(id, file);
      else stage(id, { name: 'interrupted' });
    } catch (error) {
      const isOther = error instanceof AnotherFile;
      stage(id, { name: 'interrupted', isOther });
      if (!isOther && !(error instanceof DropUnreadable)) throw error;
    }
  };
}

/** The uploads of a page: three at once, the rest wait. They live outside the screens, so that one may go on working. */
export function openUploads(outside: Outside): Uploads {
  const { keep, forget, now, newId } = outside;
  const ends = listeners<[Upload]>();
  const all = openList();
  const { list, find, become, stage, change } = all;
  const { begin, stop } = openRunner(all, outside, (upload) => {
    ends.tell(upload);
    if (upload.stage.name === 'completed') forget(upload);
  });
  let owner: string | undefined;
  const clear = () => {
    const gone = list();
    become([]);
    for (const upload of gone) {
      if (isRunning(upload)) stop(upload.id);
      if (upload.stage.name !== 'completed') forget(upload);
    }
  };
  const wait = (id: string, next: Partial<Upload> = {}) => {
    change(id, (upload) => ({ ...upload, ...next, stage: { name: 'waiting' } }));
    begin();
  };
  const readAgain = rereading(all, wait);

  return {
    list,
    subscribe: all.subscribe,
    followEnds: ends.add,
    add: (plan) => {
      const id = newId();
      const upload: Upload = { ...plan, id, idempotencyKey: newId(), addedAt: now(), stage: { name: 'waiting' } };
      become([...list(), upload]);
      keep(upload);
      begin();
      return id;
    },
    offer: (upload) => {
      const isListed = list().some(({ idempotencyKey }) => idempotencyKey === upload.idempotencyKey);
      if (!isListed) become([...list(), { ...upload, stage: { name: 'interrupted' } }]);
    },
    goOn: (id, chosen) =>
      readAgain(id, ({ repack }) => (repack ? repack.pack(chosen) : Promise.resolve(chosen[0]?.file))),
    reopen: async (id) => {
      await readAgain(id, ({ reopen }) => reopen?.());
      change(id, (upload) => ({ ...upload, reopen: undefined }));
    },
    pause: (id) => {
      const current = find(id)?.stage;
      if (current?.name !== 'sending') return;
      stage(id, { name: 'paused', sentBytes: sentBytes(current.pace) });
      stop(id);
    },
    resume: (id) => {
      if (find(id)?.stage.name === 'paused') wait(id);
    },
    retry: (id) => {
      const failed = find(id);
      if (failed?.stage.name !== 'failed') return;
      // of what is over at the portal another try is another upload
      const isOver = isOverAtPortal(failed.stage.error);
      if (isOver) forget(failed);
      wait(id, isOver ? { idempotencyKey: newId() } : {});
    },
    remove: (id) => {
      const gone = find(id);
      become(list().filter((upload) => upload.id !== id));
      stop(id);
      if (gone && gone.stage.name !== 'completed') forget(gone);
      begin();
    },
    clearCompleted: () => become(list().filter((upload) => upload.stage.name !== 'completed')),
    ownedBy: (next) => {
      if (owner !== undefined && owner !== next) clear();
      owner = next;
    },
    close: clear,
  };
}
