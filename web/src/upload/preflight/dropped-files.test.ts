import { afterEach, expect, it, vi } from 'vitest';
import { filesOfDrop, filesOfFolder, mostFiles } from './dropped-files.ts';
import { pickFiles } from './pick-files.ts';
import { readFiles } from './read-files.ts';

/* Drops as the browser hands them over. What stands for its files and folders here has what of them is asked. */

const notReadable = () => new DOMException('It is locked.', 'NotReadableError');
afterEach(() => vi.unstubAllGlobals());

type Inside = Record<string, string | DOMException>;

function entryOf(path: string, content: string | DOMException) {
  const file = (give: (file: File) => void, refuse: (error: DOMException) => void) =>
    typeof content === 'string' ? give(new File([content], path)) : refuse(content);
  return { isFile: true, isDirectory: false, fullPath: `/disk/${path}`, file };
}

/** A dropped folder; null: it does not say what is in it. */
function dropOf(inside: Inside | null): DataTransfer {
  const batches = [Object.entries(inside ?? {}).map(([path, content]) => entryOf(path, content)), []];
  const readEntries = (give: (some: unknown) => void, refuse: (error: DOMException) => void) =>
    inside ? give(batches.shift()) : refuse(notReadable());
  const folder = { isFile: false, isDirectory: true, fullPath: '/disk', createReader: () => ({ readEntries }) };
  return Object.assign(Object.create(null), { items: [{ webkitGetAsEntry: () => folder }], files: [] });
}

function handleOf(inside: Inside | null): FileSystemDirectoryHandle {
  const getFile = async (content: string | DOMException) => {
    if (typeof content !== 'string') throw content;
    return new File([content], 'IM');
  };
  const values = async function* () {
    if (!inside) throw notReadable();
    for (const [name, content] of Object.entries(inside)) yield { kind: 'file', name, getFile: () => getFile(content) };
  };
  return Object.assign(Object.create(null), { kind: 'directory', name: 'disk', values });
}

const shown = (files: readonly { path: string; isLost?: boolean | undefined }[]) =>
  files.map(({ path, isLost }) => [path, isLost ?? false]);

it('takes a folder with a file that cannot be opened, and names it among what could not be read', async () => {
  const inside = { IM1: 'bytes', IM2: notReadable() };
  const wanted = [
    ['disk/IM1', false],
    ['disk/IM2', true],
  ];
  const dropped = await filesOfDrop(dropOf(inside));
  expect(shown(dropped)).toEqual(wanted);
  expect(shown(await filesOfFolder(handleOf(inside)))).toEqual(wanted);
  const found = await readFiles(
    dropped,
    () => 0,
    () => undefined,
  );
  expect(found).toMatchObject({ others: 1, damaged: ['disk/IM2'] });
});

it('names a folder that does not say what is in it', async () => {
  expect(shown(await filesOfDrop(dropOf(null)))).toEqual([['disk', true]]);
  expect(shown(await filesOfFolder(handleOf(null)))).toEqual([['disk', true]]);
});

it('names a file that was picked and cannot be opened', async () => {
  const handle = { kind: 'file', name: 'a.dcm', getFile: () => Promise.reject(notReadable()) };
  vi.stubGlobal('window', { showOpenFilePicker: async () => [handle] });
  expect(shown(await pickFiles('.dcm'))).toEqual([['a.dcm', true]]);
});

it('cuts no folder down to what may be sent: it tells that there is more', async () => {
  const inside: Inside = Object.fromEntries(Array.from({ length: mostFiles + 5 }, (_, place) => [`IM${place}`, '']));
  expect(await filesOfDrop(dropOf(inside))).toHaveLength(mostFiles + 1);
  expect(await filesOfFolder(handleOf(inside))).toHaveLength(mostFiles + 1);
});
