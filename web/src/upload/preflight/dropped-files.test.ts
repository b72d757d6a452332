import { afterEach, expect, it, vi } from 'vitest';
import { filesOfDrop, filesOfFolder, maxFiles } from './dropped-files.ts';
import { pickFiles } from './pick-files.ts';
import { readFiles } from './read-files.ts';

/* Drops in the browser's format. The fake files and folders implement only the members under test. */

const notReadable = () => new DOMException('It is locked.', 'NotReadableError');
afterEach(() => vi.unstubAllGlobals());

type FolderContent = Record<string, string | DOMException>;

function entryOf(path: string, content: string | DOMException) {
  const file = (resolve: (file: File) => void, reject: (error: DOMException) => void) =>
    typeof content === 'string' ? resolve(new File([content], path)) : reject(content);
  return { isFile: true, isDirectory: false, fullPath: `/disk/${path}`, file };
}

/** A dropped folder. With null, reading its entries fails. */
function dropOf(folderContent: FolderContent | null): DataTransfer {
  const batches = [Object.entries(folderContent ?? {}).map(([path, content]) => entryOf(path, content)), []];
  const readEntries = (resolve: (batch: unknown) => void, reject: (error: DOMException) => void) =>
    folderContent ? resolve(batches.shift()) : reject(notReadable());
  const folder = { isFile: false, isDirectory: true, fullPath: '/disk', createReader: () => ({ readEntries }) };
  return Object.assign(Object.create(null), { items: [{ webkitGetAsEntry: () => folder }], files: [] });
}

function handleOf(folderContent: FolderContent | null): FileSystemDirectoryHandle {
  const getFile = async (content: string | DOMException) => {
    if (typeof content !== 'string') throw content;
    return new File([content], 'IM');
  };
  const values = async function* () {
    if (!folderContent) throw notReadable();
    for (const [name, content] of Object.entries(folderContent))
      yield { kind: 'file', name, getFile: () => getFile(content) };
  };
  return Object.assign(Object.create(null), { kind: 'directory', name: 'disk', values });
}

const toPairs = (files: readonly { path: string; isUnreadable?: boolean | undefined }[]) =>
  files.map(({ path, isUnreadable }) => [path, isUnreadable ?? false]);

it('accepts a folder with a file that cannot be opened, and lists that file as unreadable', async () => {
  const folderContent = { IM1: 'bytes', IM2: notReadable() };
  const expected = [
    ['disk/IM1', false],
    ['disk/IM2', true],
  ];
  const dropped = await filesOfDrop(dropOf(folderContent));
  expect(toPairs(dropped)).toEqual(expected);
  expect(toPairs(await filesOfFolder(handleOf(folderContent)))).toEqual(expected);
  const summary = await readFiles(dropped, () => undefined);
  expect(summary).toMatchObject({ otherPaths: ['disk/IM1'], damagedPaths: ['disk/IM2'] });
});

it('lists a folder as unreadable if its entries cannot be read', async () => {
  expect(toPairs(await filesOfDrop(dropOf(null)))).toEqual([['disk', true]]);
  expect(toPairs(await filesOfFolder(handleOf(null)))).toEqual([['disk', true]]);
});

it('lists a selected file as unreadable if it cannot be opened', async () => {
  const handle = { kind: 'file', name: 'a.dcm', getFile: () => Promise.reject(notReadable()) };
  vi.stubGlobal('window', { showOpenFilePicker: async () => [handle] });
  expect(toPairs(await pickFiles('.dcm'))).toEqual([['a.dcm', true]]);
});

it('returns one file more than the limit for a larger folder, so the excess is visible', async () => {
  const folderContent: FolderContent = Object.fromEntries(
    Array.from({ length: maxFiles + 5 }, (_, index) => [`IM${index}`, '']),
  );
  expect(await filesOfDrop(dropOf(folderContent))).toHaveLength(maxFiles + 1);
  expect(await filesOfFolder(handleOf(folderContent))).toHaveLength(maxFiles + 1);
});
