import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const folder = new URL('data/', import.meta.url);

/** Returns the bytes of a test file by its path below `data/`. */
export function testFile(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(path.replaceAll('+', '%2B'), folder)));
}

/** Lists all DICOM files of the test data, including broken and unusual ones. */
export function testFilePaths(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.pathname.length))
    .map((path) => decodeURIComponent(path).replace(/^\/+/, ''))
    .filter((path) => path.includes('/') && !/README|\.(txt|json)$/.test(path))
    .sort();
}

/** A data set as the reference reader parses it, by tags of eight hexadecimal digits. */
export type ExpectedDataSet = { [tag: string]: ExpectedElement };

export interface ExpectedElement {
  vr: string;
  values?: string[];
  bytes?: number | null;
  items?: ExpectedDataSet[];
}

interface ExpectedFile {
  error?: string;
  meta?: ExpectedDataSet;
  dataset?: ExpectedDataSet;
  transferSyntax?: string;
  numberOfFrames?: number;
  frameLengths?: number[];
}

/** Returns the results of the reference reader by path. */
export function readExpectedResults(): Map<string, ExpectedFile> {
  const text = gunzipSync(readFileSync(new URL('expected.json.gz', folder))).toString('utf8');
  const files: Record<string, ExpectedFile> = JSON.parse(text);
  return new Map(Object.entries(files));
}
