import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import type { PartFacts } from './manifest.ts';

/** Writes a new compressed file, readable only by its owner, and syncs it. Returns its size and hash. */
export async function writePart(path: string, source: Readable): Promise<PartFacts> {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    // level 1: a third larger than level 6 but four times as fast; the running application needs the CPU
    await pipeline(source, createGzip({ level: 1 }), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        await file.appendFile(chunk);
      }
    });
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Verifies a part's size and hash. Throws `BackupError` if it differs from what was written. */
export async function checkPart(path: string, expected: PartFacts): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (cause) {
    throw new BackupError(`${path} cannot be read. Choose another backup with --backup.`, { cause });
  }
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
    throw new BackupError(
      `${basename(path)} is not what was written: ${path} is damaged. Choose another backup with --backup.`,
    );
}

/** Reads a part's decompressed content in chunks. */
export function readPart(path: string): AsyncIterable<Buffer> {
  const gunzip = createGunzip();
  const file = createReadStream(path);
  file.on('error', (error) => gunzip.destroy(error));
  return file.pipe(gunzip);
}

/** Reads the lines of a part. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of readPart(path)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
