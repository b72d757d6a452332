import { describe, expect, it } from 'vitest';
import {
  createPacking,
  directoryDigest,
  matchPackedFiles,
  type Packing,
  repackArchive,
  selectionKindOf,
} from './packing.ts';
import type { DroppedFile } from './preflight/dropped-files.ts';
import { packFiles } from './preflight/pack-files.ts';
import type { FileRef } from './preflight/summarize-drop.ts';
import { FileMismatchError } from './upload-errors.ts';

const fileAt = (path: string, text = path): DroppedFile => ({
  path,
  file: new File([text], path.slice(path.lastIndexOf('/') + 1)),
});
const refTo = (files: readonly DroppedFile[], dropped: number): FileRef => ({
  ...{ dropped, member: null },
  path: files[dropped]?.path ?? '',
});
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/** Two slices of a folder in series order, and a file that is not an image. */
const folder = ['CD/A/IM2', 'CD/README', 'CD/A/IM1'].map((path) => fileAt(path));
const refs = [refTo(folder, 2), refTo(folder, 0)];

function createTestPacking(files = folder, of = refs): Packing {
  const packing = createPacking(files, of);
  if (!packing) throw new Error('Expected files with one root folder.');
  return packing;
}

describe('packing', () => {
  it('gives the same bytes again if the folder is read in another order and has another name', async () => {
    const packing = createTestPacking();
    expect(packing.paths).toEqual(['CD/A/IM1', 'CD/A/IM2']);
    const selected = folder.map(({ path }) => ({ ...fileAt(path), path: path.replace('CD', 'E_DRIVE') })).reverse();
    const repacked = await packFiles(matchPackedFiles(packing, selected), packing.refs);
    expect(await bytesOf(repacked)).toEqual(await bytesOf(await packFiles(folder, refs)));
  });

  it('asks for a folder, files or one archive as they were dropped, and rejects several folders', () => {
    const loose = ['IM1', 'IM2'].map((path) => fileAt(path));
    const of = (files: readonly DroppedFile[]) => files.map((_, index) => refTo(files, index));
    expect(selectionKindOf(createTestPacking())).toBe('folder');
    expect(selectionKindOf(createTestPacking(loose, of(loose)))).toBe('files');
    expect(selectionKindOf(createTestPacking(loose.slice(1), of(loose.slice(1))))).toBe('file');
    const two = [fileAt('CD1/IM1'), fileAt('CD2/IM1')];
    expect(createPacking(two, of(two))).toBeUndefined();
  });

  it('stores the handle of a single dropped item, and none for several items', () => {
    const handleOf = (name: string): FileSystemHandle => ({ kind: 'file', name, isSameEntry: async () => false });
    const root = handleOf('CD');
    const alone = folder.map((file) => ({ ...file, handle: root }));
    expect(createTestPacking(alone).root).toBe(root);
    expect(createTestPacking(alone.map((file) => ({ ...file, handle: handleOf(file.path) }))).root).toBeUndefined();
  });

  it('throws FileMismatchError if a file is missing', () => {
    expect(() => matchPackedFiles(createTestPacking(), folder.slice(1))).toThrow(FileMismatchError);
  });

  it('throws FileMismatchError if a byte of an unsent file has changed', async () => {
    const pack = async (...args: Parameters<typeof packFiles>) => new File([await packFiles(...args)], 'CD.zip');
    const packing = createTestPacking();
    const stored = { packing, digest: await directoryDigest(await packFiles(folder, refs)) };
    const repacked = await repackArchive(stored, matchPackedFiles(packing, folder), pack);
    expect(await bytesOf(repacked)).toEqual(await bytesOf(await packFiles(folder, refs)));
    const changed = folder.map((file) => (file.path === 'CD/A/IM2' ? fileAt(file.path, 'CD/A/IM3') : file));
    await expect(repackArchive(stored, matchPackedFiles(packing, changed), pack)).rejects.toThrow(FileMismatchError);
  });

  it('has another directory digest if one byte of a file changes, and otherwise the same', async () => {
    const digestOf = async (files: readonly DroppedFile[]) => directoryDigest(await packFiles(files, refs));
    const [first, ...rest] = folder;
    const changed = fileAt('CD/A/IM2', 'CD/A/IM3');
    expect(changed.file.size).toBe(first?.file.size);
    expect(await digestOf([changed, ...rest])).not.toBe(await digestOf(folder));
    expect(await digestOf(folder)).toBe(await digestOf(folder));
  });
});
