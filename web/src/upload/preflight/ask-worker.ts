import type { DropFound, FileRef } from './drop-found.ts';
import { DropUnreadable } from './drop-unreadable.ts';
import type { DroppedFile } from './dropped-files.ts';
import type { PreflightNews, PreflightOrder } from './orders.ts';

/** Reads what a drop holds, in a thread of its own that ends with it. Fails with `DropUnreadable`; on the signal it answers nothing more. */
export async function readInWorker(
  files: readonly DroppedFile[],
  told: (files: number) => void,
  signal: AbortSignal,
): Promise<DropFound> {
  const news = await ask({ act: 'read', files }, told, signal);
  if (news.news !== 'found') throw new DropUnreadable();
  return news.found;
}

/** Packs files of a drop into one archive. Fails with `DropUnreadable`. */
export async function packInWorker(
  files: readonly DroppedFile[],
  refs: readonly FileRef[],
  name: string,
  signal: AbortSignal,
): Promise<File> {
  const news = await ask({ act: 'pack', files, refs }, () => undefined, signal);
  if (news.news !== 'packed') throw new DropUnreadable();
  return new File([news.archive], name, { type: 'application/zip' });
}

function ask(order: PreflightOrder, told: (files: number) => void, signal: AbortSignal): Promise<PreflightNews> {
  const { promise, resolve, reject } = Promise.withResolvers<PreflightNews>();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => reject(new DropUnreadable()), { once: true });
  worker.onmessage = ({ data }: MessageEvent<PreflightNews>) => {
    if (data.news === 'progress') told(data.files);
    else resolve(data);
  };
  worker.onerror = () => reject(new DropUnreadable());
  // a thread has no use for handles
  const files = order.files.map(({ path, file, isLost }) => ({ path, file, isLost }));
  worker.postMessage({ ...order, files });
  return promise.finally(() => worker.terminate());
}
