import { readFileSync } from 'node:fs';
import { toDicomJson } from '../src/json/dicom-json.ts';
import type { DataSet } from '../src/json/json-values.ts';
import { parseHead } from '../src/reader/parse-head.ts';

const folder = new URL('objects/', import.meta.url);

/** A file of `objects/`: its metadata as the server sends them, and the bytes in which a frame lies. */
export interface ObjectFile {
  readonly metadata: DataSet;
  readonly frameBytes: (number: number) => Uint8Array;
}

/** Returns the bytes of a file of `objects/`. */
export const objectFile = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, folder)));

/** Reads a file of `objects/`. */
export function readObject(name: string): ObjectFile {
  const bytes = objectFile(name);
  const head = parseHead(bytes, true);
  if (!head) throw new Error(`${name} could not be parsed`);
  const metadata: DataSet = JSON.parse(JSON.stringify(toDicomJson(head.dataSet)));
  const value = (tag: string) => Number(metadata[tag]?.Value?.[0] ?? 0);
  const bits = value('00280010') * value('00280011') * value('00280100');
  const { pixelData } = head;
  return {
    metadata,
    frameBytes: (number) =>
      pixelData === undefined
        ? new Uint8Array()
        : bytes.subarray(
            pixelData.valueOffset + Math.floor(((number - 1) * bits) / 8),
            pixelData.valueOffset + Math.ceil((number * bits) / 8),
          ),
  };
}
