import type { DroppedFile } from './preflight/dropped-files.ts';
import { UnreadableFilesError } from './preflight/unreadable-files-error.ts';
import {
  isRunning,
  type RetryWait,
  selectStartable,
  type Upload,
  type UploadPlan,
  type UploadStage,
  withProgress,
  withRetryWait,
  withStage,
} from './queue.ts';
import type { StoredExam, UploadCallbacks } from './send-parts.ts';
import { sentBytes } from './transfer-rate.ts';
import { FileMismatchError, isRejectedByServer, UploadCancelledError } from './upload-errors.ts';

export interface UploadDependencies {
  /** It waits for its turn: what takes it up in another life of the page is written down. */
  save: (upload: Upload) => void;
  send: (
    upload: Upload,
    watch: Pick<UploadCallbacks, 'onProgress' | 'onWait'>,
    signal: AbortSignal,
  ) => Promise<StoredExam>;
  /** It is over, or was cancelled: what this browser and the portal keep of it goes. */
  discard: (upload: Upload) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
}

export interface Uploads {
  /** Every upload of this page's life that was not dismissed. A new array with every change. */
  list: () => readonly Upload[];
  subscribe: (onChange: () => void) => () => void;
  /** Hears of every upload that is completed or has failed, and of none that was cancelled. Returns how to stop. */
  subscribeToEnd: (onEnd: (upload: Upload) => void) => () => void;
  /** Takes a plan and begins as soon as a place is free. Answers the upload's id. */
  add: (plan: UploadPlan) => string;
  /** Lists one that was begun before the page was loaded again. */
  addInterrupted: (upload: Omit<Upload, 'stage'>) => void;
  /** Goes on with one whose files were chosen again; an archive that was packed of them is packed again. */
  resumeWithFiles: (id: string, selectedFiles: readonly DroppedFile[]) => Promise<void>;
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
  setOwner: (owner: string) => void;
  close: () => void;
}

/** Those who hear of something. */
function createListeners<Args extends unknown[]>() {
  const registered = new Set<(...args: Args) => void>();
  return {
    notify: (...args: Args) => {
      for (const listener of registered) listener(...args);
    },
    add: (listener: (...args: Args) => void) => {
      registered.add(listener);
      return () => {
        registered.delete(listener);
      };
    },
  };
}

/** The list of uploads, which is a new one with every change. */
function createUploadList() {
  const changeListeners = createListeners<[]>();
  let uploads: readonly Upload[] = [];
  const replaceAll = (next: readonly Upload[]) => {
    uploads = next;
    changeListeners.notify();
  };
  return {
    list: () => uploads,
    subscribe: changeListeners.add,
    replaceAll,
    find: (id: string) => uploads.find((upload) => upload.id === id),
    setStage: (id: string, next: UploadStage) => replaceAll(withStage(uploads, id, next)),
    change: (id: string, update: (upload: Upload) => Upload) =>
      replaceAll(uploads.map((upload) => (upload.id === id ? update(upload) : upload))),
  };
}

type UploadList = ReturnType<typeof createUploadList>;

/** Sends what may be sent, three at once; `ended` hears of what is completed or has failed. */
function createRunner(
  { list, find, setStage }: UploadList,
  { send, now }: UploadDependencies,
  onEnd: (upload: Upload) => void,
) {
  const controllers = new Map<string, AbortController>();
  const startNext = () => {
    for (const upload of selectStartable(list())) void run(upload);
  };
  const watchOf = ({ id, file }: Upload) => ({
    onProgress: (bytes: number) => {
      const current = find(id);
      if (current) setStage(id, withProgress(current.stage, bytes, file.size, now()));
    },
    onWait: (onWait: RetryWait) => {
      const current = find(id);
      if (current) setStage(id, withRetryWait(current.stage, onWait, file.size, now()));
    },
  });
  const finish = (id: string, last: UploadStage) => {
    setStage(id, last);
    const upload = find(id);
    if (upload) onEnd(upload);
  };
  const run = async (upload: Upload) => {
    const { id } = upload;
    const startedAt = now();
    const controller = new AbortController();
    controllers.set(id, controller);
    setStage(id, { name: 'sending', startedAt, transferRate: [{ atMs: startedAt, bytes: 0 }] });
    try {
      const { id: examId, sha256 } = await send(upload, watchOf(upload), controller.signal);
      finish(id, { name: 'completed', examId, sha256, tookMs: now() - startedAt });
    } catch (error) {
      if (error instanceof FileMismatchError) setStage(id, { name: 'interrupted', isDifferentFile: true });
      else if (!(error instanceof UploadCancelledError)) finish(id, { name: 'failed', error });
    } finally {
      if (controllers.get(id) === controller) controllers.delete(id);
      startNext();
    }
  };
  return { startNext, stop: (id: string) => controllers.get(id)?.abort() };
}

/** Takes interrupted ones up with what is read of them again; `wait` puts one back in the queue. */
function createFileReader({ find, setStage }: UploadList, enqueue: (id: string, next: Partial<Upload>) => void) {
  const acceptFile = (id: string, file: File) => {
    const expected = find(id)?.file;
    if (file.name === expected?.name && file.size === expected.size) enqueue(id, { file });
    else setStage(id, { name: 'interrupted', isDifferentFile: true });
  };
  return async (id: string, read: (upload: Upload) => Promise<File | undefined> | undefined) => {
    const upload = find(id);
    if (upload?.stage.name !== 'interrupted' || upload.stage.isReading) return;
    setStage(id, { name: 'interrupted', isReading: true });
    try {
      const file = await read(upload);
      if (file) acceptFile(id, file);
      else setStage(id, { name: 'interrupted' });
    } catch (error) {
      const isDifferentFile = error instanceof FileMismatchError;
      setStage(id, { name: 'interrupted', isDifferentFile });
      if (!isDifferentFile && !(error instanceof UnreadableFilesError)) throw error;
    }
  };
}

/** The uploads of a page: three at once, the rest wait. They live outside the screens, so that one may go on working. */
export function createUploads(dependencies: UploadDependencies): Uploads {
  const { save, discard, now, newId } = dependencies;
  const endListeners = createListeners<[Upload]>();
  const uploadList = createUploadList();
  const { list, find, replaceAll, setStage, change } = uploadList;
  const { startNext, stop } = createRunner(uploadList, dependencies, (upload) => {
    endListeners.notify(upload);
    if (upload.stage.name === 'completed') discard(upload);
  });
  let owner: string | undefined;
  const clearAll = () => {
    const removed = list();
    replaceAll([]);
    for (const upload of removed) {
      if (isRunning(upload)) stop(upload.id);
      if (upload.stage.name !== 'completed') discard(upload);
    }
  };
  const enqueue = (id: string, next: Partial<Upload> = {}) => {
    change(id, (upload) => ({ ...upload, ...next, stage: { name: 'waiting' } }));
    startNext();
  };
  const rereadFile = createFileReader(uploadList, enqueue);

  return {
    list,
    subscribe: uploadList.subscribe,
    subscribeToEnd: endListeners.add,
    add: (plan) => {
      const id = newId();
      const upload: Upload = { ...plan, id, idempotencyKey: newId(), addedAt: now(), stage: { name: 'waiting' } };
      replaceAll([...list(), upload]);
      save(upload);
      startNext();
      return id;
    },
    addInterrupted: (upload) => {
      const isListed = list().some(({ idempotencyKey }) => idempotencyKey === upload.idempotencyKey);
      if (!isListed) replaceAll([...list(), { ...upload, stage: { name: 'interrupted' } }]);
    },
    resumeWithFiles: (id, selectedFiles) =>
      rereadFile(id, ({ repack }) => (repack ? repack.pack(selectedFiles) : Promise.resolve(selectedFiles[0]?.file))),
    reopen: async (id) => {
      await rereadFile(id, ({ reopen }) => reopen?.());
      change(id, (upload) => ({ ...upload, reopen: undefined }));
    },
    pause: (id) => {
      const current = find(id)?.stage;
      if (current?.name !== 'sending') return;
      setStage(id, { name: 'paused', sentBytes: sentBytes(current.transferRate) });
      stop(id);
    },
    resume: (id) => {
      if (find(id)?.stage.name === 'paused') enqueue(id);
    },
    retry: (id) => {
      const failed = find(id);
      if (failed?.stage.name !== 'failed') return;
      // of what is over at the portal another try is another upload
      const isRejected = isRejectedByServer(failed.stage.error);
      if (isRejected) discard(failed);
      enqueue(id, isRejected ? { idempotencyKey: newId() } : {});
    },
    remove: (id) => {
      const removed = find(id);
      replaceAll(list().filter((upload) => upload.id !== id));
      stop(id);
      if (removed && removed.stage.name !== 'completed') discard(removed);
      startNext();
    },
    clearCompleted: () => replaceAll(list().filter((upload) => upload.stage.name !== 'completed')),
    setOwner: (next) => {
      if (owner !== undefined && owner !== next) clearAll();
      owner = next;
    },
    close: clearAll,
  };
}
