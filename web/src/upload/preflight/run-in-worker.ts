import type { DroppedFile } from './dropped-files.ts';
import type { PreflightMessage, PreflightTask } from './preflight-task.ts';
import type { DropSummary, FileRef } from './summarize-drop.ts';
import { UnreadableFilesError } from './unreadable-files-error.ts';

/**
 * Reads dropped files in a new worker, which is terminated afterwards.
 * Rejects with `UnreadableFilesError` if they cannot be read or the signal aborts.
 */
export async function readInWorker(
  files: readonly DroppedFile[],
  onProgress: (files: number) => void,
  signal: AbortSignal,
): Promise<DropSummary> {
  const message = await runTask({ kind: 'read', files }, onProgress, signal);
  if (message.kind !== 'found') throw new UnreadableFilesError();
  return message.summary;
}

/** Packs dropped files into one archive in a worker. Rejects with `UnreadableFilesError`. */
export async function packInWorker(
  files: readonly DroppedFile[],
  refs: readonly FileRef[],
  name: string,
  signal: AbortSignal,
): Promise<File> {
  const message = await runTask({ kind: 'pack', files, refs }, () => undefined, signal);
  if (message.kind !== 'packed') throw new UnreadableFilesError();
  return new File([message.archive], name, { type: 'application/zip' });
}

function runTask(
  task: PreflightTask,
  onProgress: (files: number) => void,
  signal: AbortSignal,
): Promise<PreflightMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<PreflightMessage>();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => reject(new UnreadableFilesError()), { once: true });
  worker.onmessage = ({ data }: MessageEvent<PreflightMessage>) => {
    if (data.kind === 'progress') onProgress(data.files);
    else resolve(data);
  };
  worker.onerror = () => reject(new UnreadableFilesError());
  // the worker does not need handles
  const files = task.files.map(({ path, file, isUnreadable }) => ({ path, file, isUnreadable }));
  worker.postMessage({ ...task, files });
  return promise.finally(() => worker.terminate());
}
