import type { DroppedFile } from './preflight/dropped-files.ts';
import type { FileRef } from './preflight/summarize-drop.ts';
import { readFilesByHandle } from './resume/file-handles.ts';
import { FileMismatchError } from './upload-errors.ts';

/** The files an archive was packed from, so the page can pack the same bytes again after a reload. */
export interface Packing {
  /** Handle of the files' folder or archive, if the browser provides one. */
  readonly root?: FileSystemHandle | undefined;
  /** Paths of the dropped files. */
  readonly paths: readonly string[];
  /** In archive order. `dropped` is an index of `paths`. */
  readonly refs: readonly FileRef[];
}

/** A packing as stored, with its archive's `directoryDigest`. */
export interface StoredPacking {
  readonly packing: Packing;
  readonly digest: string;
}

/** How to select a packing's files again. */
export type SelectionKind = 'file' | 'files' | 'folder';

/**
 * Creates the packing of dropped files. Undefined if they are in several folders, which one file dialog cannot select.
 */
export function createPacking(files: readonly DroppedFile[], refs: readonly FileRef[]): Packing | undefined {
  const indexes = new Map([...new Set(refs.map(({ dropped }) => dropped))].map((dropped, index) => [dropped, index]));
  const usedFiles = files.filter((_, index) => indexes.has(index));
  const roots = new Set(usedFiles.map(({ path }) => rootOf(path)));
  if (roots.size !== 1) return undefined;
  const paths = [...indexes.keys()].map((dropped) => files[dropped]?.path ?? '');
  const handles = new Set(usedFiles.map(({ handle }) => handle));
  const [root] = handles.size === 1 ? handles : [];
  return { root, paths, refs: refs.map((ref) => ({ ...ref, dropped: indexes.get(ref.dropped) ?? 0 })) };
}

/** The dropped folder's name, or empty for loose files. */
const rootOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '');

export function selectionKindOf({ paths }: Packing): SelectionKind {
  if (paths[0]?.includes('/')) return 'folder';
  return paths.length === 1 ? 'file' : 'files';
}

/** Reads a packing's files by its stored handle. Undefined without a handle, or if the handle is no longer valid. */
export async function reopenPackedFiles({ root, paths }: Packing): Promise<DroppedFile[] | undefined> {
  const files = root && (await readFilesByHandle(root, paths));
  return files?.map((file, index) => ({ path: paths[index] ?? '', file }));
}

/** Finds a packing's files among the selected ones. Throws `FileMismatchError` if one is missing. */
export function matchPackedFiles({ paths }: Packing, selectedFiles: readonly DroppedFile[]): DroppedFile[] {
  // ignore the root folder's name: a disk has another name when it is selected than when it is dropped
  const relativePath = (path: string) => path.slice(path.indexOf('/') + 1);
  const byPath = new Map(selectedFiles.map((file) => [relativePath(file.path), file]));
  return paths.map((path) => {
    const match = byPath.get(relativePath(path));
    if (!match) throw new FileMismatchError();
    return match;
  });
}

/** Packs the same archive again. Throws `FileMismatchError` if a file has changed. */
export async function repackArchive(
  { packing, digest }: StoredPacking,
  files: readonly DroppedFile[],
  pack: (files: readonly DroppedFile[], refs: readonly FileRef[]) => Promise<File>,
): Promise<File> {
  const archive = await pack(files, packing.refs);
  if ((await directoryDigest(archive)) !== digest) throw new FileMismatchError();
  return archive;
}

/**
 * Returns the SHA-256 in hex of an archive's central directory. It contains every file's name, size and CRC-32, so the
 * digest detects changed files.
 */
export async function directoryDigest(archive: Blob): Promise<string> {
  // the end record has the directory's offset (APPNOTE 4.3.16); our archives have no comment after it
  const end = new DataView(await archive.slice(-22).arrayBuffer());
  const directory = await archive.slice(end.getUint32(16, true)).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', directory));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
