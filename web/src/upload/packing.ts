import type { DroppedFile } from './preflight/dropped-files.ts';
import type { FileRef } from './preflight/summarize-drop.ts';
import { readFilesByHandle } from './resume/file-handles.ts';
import { FileMismatchError } from './upload-errors.ts';

/** Of what an archive was packed on this page, so that a later life of the page packs the same bytes again. */
export interface Packing {
  /** The folder or the archive that its files came of, where the browser gives a handle of it. */
  readonly root?: FileSystemHandle | undefined;
  /** Its files as they were dropped, each by its path. */
  readonly paths: readonly string[];
  /** In the order of the archive; `dropped` is a place among the paths. */
  readonly refs: readonly FileRef[];
}

/** As it is kept, with its archive's `directoryDigest`. */
export interface StoredPacking {
  readonly packing: Packing;
  readonly digest: string;
}

/** How its files are chosen again. */
export type SelectionKind = 'file' | 'files' | 'folder';

/** What was packed of a drop; undefined where its files lie in several folders, which nobody can choose at once. */
export function createPacking(files: readonly DroppedFile[], refs: readonly FileRef[]): Packing | undefined {
  const places = new Map([...new Set(refs.map(({ dropped }) => dropped))].map((dropped, index) => [dropped, index]));
  const usedFiles = files.filter((_, index) => places.has(index));
  const roots = new Set(usedFiles.map(({ path }) => rootOf(path)));
  if (roots.size !== 1) return undefined;
  const paths = [...places.keys()].map((dropped) => files[dropped]?.path ?? '');
  const handles = new Set(usedFiles.map(({ handle }) => handle));
  const [root] = handles.size === 1 ? handles : [];
  return { root, paths, refs: refs.map((ref) => ({ ...ref, dropped: places.get(ref.dropped) ?? 0 })) };
}

/** The folder that was dropped; of loose files there is none. */
const rootOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '');

export function selectionKindOf({ paths }: Packing): SelectionKind {
  if (paths[0]?.includes('/')) return 'folder';
  return paths.length === 1 ? 'file' : 'files';
}

/** Its files by the handle that was kept; undefined where there is none, or it leads nowhere any more. */
export async function reopenPackedFiles({ root, paths }: Packing): Promise<DroppedFile[] | undefined> {
  const files = root && (await readFilesByHandle(root, paths));
  return files?.map((file, index) => ({ path: paths[index] ?? '', file }));
}

/** Its files among those that were chosen again. Fails with `AnotherFile` where one is missing. */
export function matchPackedFiles({ paths }: Packing, selectedFiles: readonly DroppedFile[]): DroppedFile[] {
  // the folder's own name does not count: a disk is called otherwise when it is chosen and not dropped
  const relativePath = (path: string) => path.slice(path.indexOf('/') + 1);
  const byPath = new Map(selectedFiles.map((file) => [relativePath(file.path), file]));
  return paths.map((path) => {
    const match = byPath.get(relativePath(path));
    if (!match) throw new FileMismatchError();
    return match;
  });
}

/** The same archive of files that were found again. Fails with `AnotherFile` where one of them was changed. */
export async function repackArchive(
  { packing, digest }: StoredPacking,
  files: readonly DroppedFile[],
  pack: (files: readonly DroppedFile[], refs: readonly FileRef[]) => Promise<File>,
): Promise<File> {
  const archive = await pack(files, packing.refs);
  if ((await directoryDigest(archive)) !== digest) throw new FileMismatchError();
  return archive;
}

/** SHA-256 in hex of an archive's directory, which has every file's name, size and CRC-32: it tells a file that was changed since. */
export async function directoryDigest(archive: Blob): Promise<string> {
  // its end holds where it begins (APPNOTE 4.3.16), and our archives have no comment behind it
  const end = new DataView(await archive.slice(-22).arrayBuffer());
  const directory = await archive.slice(end.getUint32(16, true)).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', directory));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
