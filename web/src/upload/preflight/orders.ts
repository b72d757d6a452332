import type { DropFound, FileRef } from './drop-found.ts';
import type { DroppedFile } from './dropped-files.ts';

/** What the page asks of the thread that reads drops. */
export type PreflightOrder =
  | { readonly act: 'read'; readonly files: readonly DroppedFile[] }
  | { readonly act: 'pack'; readonly files: readonly DroppedFile[]; readonly refs: readonly FileRef[] };

/** What it hears: how many files were read so far, and the end. */
export type PreflightNews =
  | { readonly news: 'progress'; readonly files: number }
  | { readonly news: 'found'; readonly found: DropFound }
  | { readonly news: 'packed'; readonly archive: Blob }
  | { readonly news: 'failed' };
