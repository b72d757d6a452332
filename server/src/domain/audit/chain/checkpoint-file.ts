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
  const path = checkpointPath(folder);
  const size = await sizeOf(path);
  if (size === 0) return;
  const lines = createInterface({ input: createReadStream(path, { end: size - 1 }), crlfDelay: Infinity });
  for await (const line of lines) {
    const checkpoint = parseCheckpoint(line);
    if (checkpoint !== null) yield { checkpoint, line };
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
  const path = checkpointPath(folder);
  const size = await sizeOf(path);
  if (size === 0) return null;
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(tailBytes), 0, tailBytes, Math.max(0, size - tailBytes));
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n').reverse();
    for (const line of lines) {
      const checkpoint = parseCheckpoint(line);
      if (checkpoint !== null) return { checkpoint, line };
    }
    return null;
  } finally {
    await file.close();
  }
}

/** Appends a line and waits for fsync. A partial line left by a crash stays, on a line of its own. */
export async function appendLine(folder: string, line: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = checkpointPath(folder);
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
