import { findNameMark } from '../marks/find-name-mark.ts';

/** A file to be named. Its content is null if its exam was indexed before contents were stored. */
interface FileToName {
  readonly name: string;
  readonly content: 'dcm' | 'pdf' | 'jpg' | 'png' | null;
}

const usualExtension = {
  dcm: /\.(?:dcm|dicom)$/i,
  pdf: /\.pdf$/i,
  jpg: /\.(?:jpg|jpeg|jfif)$/i,
  png: /\.png$/i,
} as const;
const knownExtension = /\.(?:dcm|dicom|pdf|jpe?g|jfif|png)$/i;
// A part after the last dot that begins with a letter. Numbers, as in `IM.0001` and UIDs, belong to the name.
const extension = /\.[a-z][a-z0-9_-]*$/i;
const maxLength = 100;
const maxFolders = 10;

/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;

/**
 * Names the files of a download so that no computer takes one for something else than its content: with the extension of
 * its content, without characters and names that a system treats in a special way, each name once. Other parts of the
 * names and their folders stay. A DICOM file without extension stays as it is, because a DICOMDIR refers to such names
 * (PS3.10 8.2).
 */
export function nameFiles<F extends FileToName>(files: readonly F[]): F[] {
  const paths = files.map((file) => {
    const parts = file.name.split(/[/\\]/).filter((part) => part !== '' && part !== '.' && part !== '..');
    const folders = parts.slice(0, -1).slice(-maxFolders).map(cleanFolder);
    return { file, folders, ...nameFile(parts.at(-1) ?? '', file.content) };
  });
  const taken = new Set(paths.flatMap(({ folders }) => folders.map((_, end) => keyOf(folders.slice(0, end + 1)))));
  const counts = new Map<string, number>();
  return paths.map(({ file, folders, base, end }) => {
    const first = [...folders, base + end];
    let count = counts.get(keyOf(first)) ?? 1;
    let path = first;
    while (taken.has(keyOf(path))) {
      count += 1;
      path = [...folders, `${base} (${count})${end}`];
    }
    counts.set(keyOf(first), count);
    taken.add(keyOf(path));
    return { ...file, name: path.join('/') };
  });
}

/** Windows and macOS do not distinguish upper and lower case. */
const keyOf = (path: readonly string[]) => path.join('/').toUpperCase();

function nameFile(name: string, content: FileToName['content']): { base: string; end: string } {
  const cleaned = clean(name);
  if (!cleaned.includes('.') && (content === 'dcm' || content === null)) return { base: cleaned, end: '' };
  const isUsual = (content === null ? knownExtension : usualExtension[content]).test(cleaned);
  const end = isUsual ? (extension.exec(cleaned)?.[0] ?? '') : `.${content ?? 'bin'}`;
  let base = clean(cleaned.replace(extension, ''));
  while (findNameMark(base) !== null) base = clean(base.replace(extension, ''));
  return { base, end };
}

function cleanFolder(name: string): string {
  const cleaned = clean(name);
  // a folder that is a program on macOS, or a shortcut to a part of Windows
  return findNameMark(cleaned) === null && !cleaned.includes('{') ? cleaned : cleaned.replaceAll(/[.{}]/g, '_');
}

/** Removes control and direction characters, and dots and blanks at the ends. */
function clean(name: string): string {
  const visible = name
    .normalize('NFC')
    .replace(/\p{C}/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+/, '');
  const cut = [...visible].slice(-maxLength).join('');
  const trimmed = cut.replace(/[ .]+$/, '').replace(/^[ .]+/, '');
  return reserved.test(trimmed) ? `_${trimmed}` : trimmed || 'file';
}
