import type { DroppedFile } from './dropped-files.ts';
import type { DropSummary, FileRef } from './summarize-drop.ts';

/** A task for the worker that reads dropped files. */
export type PreflightTask =
  | { readonly kind: 'read'; readonly files: readonly DroppedFile[] }
  | { readonly kind: 'pack'; readonly files: readonly DroppedFile[]; readonly refs: readonly FileRef[] };

/** A message of the worker: the number of files read so far, or the result. */
export type PreflightMessage =
  | { readonly kind: 'progress'; readonly files: number }
  | { readonly kind: 'found'; readonly summary: DropSummary }
  | { readonly kind: 'packed'; readonly archive: Blob }
  | { readonly kind: 'failed' };
