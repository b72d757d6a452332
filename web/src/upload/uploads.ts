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
import { FileMismatchError, isRejectedByServer, UploadCanceledError } from './upload-errors.ts';

export interface UploadDependencies {
  /** Called when an upload is added: stores the state that a reload needs to resume it. */
  save: (upload: Upload) => void;
  send: (
    upload: Upload,
    watch: Pick<UploadCallbacks, 'onProgress' | 'onWait'>,
    signal: AbortSignal,
  ) => Promise<StoredExam>;
  /** Called when an upload has ended or was canceled: deletes its state in the browser and on the server. */
  discard: (upload: Upload) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
}

export interface Uploads {
  /** All uploads since the page loaded, except dismissed ones. A new array on every change. */
  list: () => readonly Upload[];
  subscribe: (onChange: () => void) => () => void;
  /**
   * Calls `onEnd` for every completed or failed upload, not for canceled ones. Returns a function that unsubscribes.
   */
  subscribeToEnd: (onEnd: (upload: Upload) => void) => () => void;
  /** Adds an upload, which starts as soon as a slot is free. Returns its id. */
  add: (plan: UploadPlan) => string;
  /** Adds an upload that started before a reload. */
  addInterrupted: (upload: Omit<Upload, 'stage'>) => void;
  /** Resumes an upload with files selected again. Packs its archive again if it was packed from several files. */
  resumeWithFiles: (id: string, selectedFiles: readonly DroppedFile[]) => Promise<void>;
  /** Resumes an upload with its stored file handle. If the files cannot be read, the user must select them. */
  reopen: (id: string) => Promise<void>;
  pause: (id: string) => void;
  resume: (id: string) => void;
  /** Retries a failed upload: from the same byte, or as a new upload if the server rejected it. */
  retry: (id: string) => void;
  /** Stops the upload if it runs, and removes it from the list. */
  remove: (id: string) => void;
  /** Removes completed uploads from the list. */
  clearCompleted: () => void;
  /** Sets the owner. Another owner than before clears the list. */
  setOwner: (owner: string) => void;
  close: () => void;
}

/** Creates a set of listeners. */
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

/** Creates the observable list of uploads: a new array on every change. */
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

/** Creates the runner that sends three uploads at once. Calls `onEnd` for completed and failed ones. */
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
      else if (!(error instanceof UploadCanceledError)) finish(id, { name: 'failed', error });
    } finally {
      if (controllers.get(id) === controller) controllers.delete(id);
      startNext();
    }
  };
  return { startNext, stop: (id: string) => controllers.get(id)?.abort() };
}

/** Creates a function that reads an interrupted upload's file again and passes it to `enqueue`. */
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

/**
 * Creates a page's uploads: three run at once, the rest wait. Independent of screens, so uploads continue during
 * navigation.
 */
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
      // a rejected upload no longer exists on the server: retry as a new upload
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
