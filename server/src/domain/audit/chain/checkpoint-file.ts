import { createReadStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';

export function checkpointPath(folder: string): string {
  return join(folder, 'checkpoints.ndjson');
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Reads a file's checkpoints in order, up to its size at opening; none if there is no file. */
export async function* readCheckpoints(folder: string): AsyncGenerator<{ checkpoint: Checkpoint; line: string }> {
  for await (const { line } of readCheckpointLines(folder, 0)) {
    const checkpoint = parseCheckpoint(line);
    if (checkpoint !== null) yield { checkpoint, line };
  }
}

/** Returns the size of a folder's checkpoint file in bytes; 0 if there is none. */
export async function checkpointFileSize(folder: string): Promise<number> {
  return await sizeOf(checkpointPath(folder));
}

/**
 * Reads the lines of a file from a line's first byte on, up to its size at opening, each with the offset of the byte
 * after its end. Of a last line that has no end yet, this is beyond the file's size.
 */
export async function* readCheckpointLines(
  folder: string,
  start: number,
): AsyncGenerator<{ line: string; end: number; sizeBytes: number }> {
  const path = checkpointPath(folder);
  const sizeBytes = await sizeOf(path);
  if (sizeBytes <= start) return;
  let end = start;
  for await (const line of createInterface({ input: createReadStream(path, { start, end: sizeBytes - 1 }) })) {
    end += Buffer.byteLength(line) + 1;
    yield { line, end, sizeBytes };
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

// at least four lines: a line is below 500 bytes
const tailBytes = 4_096;

/** Reads the last checkpoint of a file and its line; null if there is none. */
export async function readLastCheckpoint(folder: string): Promise<{ checkpoint: Checkpoint; line: string } | null> {
  for (const line of await readTail(checkpointPath(folder), tailBytes)) {
    const checkpoint = parseCheckpoint(line);
    if (checkpoint !== null) return { checkpoint, line };
  }
  return null;
}

/** Reads the lines at the end of a file, last first. The first one of the file's end may be cut. */
async function readTail(path: string, bytes: number): Promise<string[]> {
  const size = await sizeOf(path);
  if (size === 0) return [];
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, Math.max(0, size - bytes));
    return buffer.toString('utf8', 0, bytesRead).split('\n').reverse();
  } finally {
    await file.close();
  }
}

const receiptsPath = (folder: string) => join(folder, 'timestamps.ndjson');

// at least two lines: a time stamp with its certificates is below 16 KB
const receiptTailBytes = 65_536;

/** Reads the checkpoint lines of the last time stamp of a folder; none if there is none. */
export async function readReceipts(folder: string): Promise<string[]> {
  for (const line of await readTail(receiptsPath(folder), receiptTailBytes)) {
    const stamped = parseReceipt(line);
    if (stamped !== null) return [stamped];
  }
  return [];
}

function parseReceipt(line: string): string | null {
  try {
    const receipt: unknown = JSON.parse(line);
    if (typeof receipt !== 'object' || receipt === null || !('line' in receipt)) return null;
    return typeof receipt.line === 'string' ? receipt.line : null;
  } catch {
    return null; // cut off by a crash
  }
}

/** Appends a checkpoint's time stamp and waits for fsync. */
export async function appendReceipt(folder: string, receipt: string): Promise<void> {
  await appendTo(receiptsPath(folder), folder, receipt);
}

/** Appends a checkpoint and waits for fsync. */
export async function appendLine(folder: string, line: string): Promise<void> {
  await appendTo(checkpointPath(folder), folder, line);
}

/** A partial line left by a crash stays, on a line of its own. */
async function appendTo(path: string, folder: string, line: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isNew = (await sizeOf(path)) === 0;
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const last = size === 0 ? null : (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString('latin1');
    await file.writeFile(`${last === null || last === '\n' ? '' : '\n'}${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  if (isNew) await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
