import type { DroppedFile } from './dropped-files.ts';
import type { DropSummary, FileRef } from './summarize-drop.ts';

/** What the page asks of the thread that reads drops. */
export type PreflightTask =
  | { readonly kind: 'read'; readonly files: readonly DroppedFile[] }
  | { readonly kind: 'pack'; readonly files: readonly DroppedFile[]; readonly refs: readonly FileRef[] };

/** What it hears: how many files were read so far, and the end. */
export type PreflightMessage =
  | { readonly kind: 'progress'; readonly files: number }
  | { readonly kind: 'found'; readonly summary: DropSummary }
  | { readonly kind: 'packed'; readonly archive: Blob }
  | { readonly kind: 'failed' };
