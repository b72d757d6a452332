import { singleFlight } from '../../../platform/concurrency/timeouts.ts';
import type { ChainKeys } from './chain-keys.ts';
import { hasValidSignature, parseCheckpoint } from './checkpoint.ts';
import { checkpointFileSize, readCheckpointLines } from './checkpoint-file.ts';

/** Where the chain continued from a backup. Earlier checkpoints of later records refer to the time before. */
export interface Restore {
  /** Number of the checkpoint that says so. */
  number: number;
  seq: number;
  at: string;
}

/**
 * Reads the restores that the checkpoint files name. Keeps them, and reads only what was added since, because a file has
 * half a million lines a year.
 */
export class RestoreReader {
  readonly #files: { folder: string; offset: number; restores: Restore[] }[];
  readonly #keys: Pick<ChainKeys, 'verifying'>;

  constructor(folders: readonly string[], keys: Pick<ChainKeys, 'verifying'>) {
    this.#files = folders.map((folder) => ({ folder, offset: 0, restores: [] }));
    this.#keys = keys;
  }

  /** Returns the restores of all files, in order of their checkpoints. */
  readonly read = singleFlight(() => this.#readFiles());

  async #readFiles(): Promise<Restore[]> {
    for (const file of this.#files) await this.#readNew(file);
    const found = new Map(this.#files.flatMap(({ restores }) => restores.map((one) => [one.number, one])));
    return [...found.values()].sort((one, other) => one.number - other.number);
  }

  async #readNew(file: { folder: string; offset: number; restores: Restore[] }): Promise<void> {
    // another file is in its place
    if ((await checkpointFileSize(file.folder)) < file.offset) Object.assign(file, { offset: 0, restores: [] });
    for await (const { line, end, sizeBytes } of readCheckpointLines(file.folder, file.offset)) {
      if (end > sizeBytes) return; // without its end: it is still being written
      file.offset = end;
      const restore = this.#parse(line);
      if (restore !== null) file.restores.push(restore);
    }
  }

  #parse(line: string): Restore | null {
    const checkpoint = line.includes('"restored"') ? parseCheckpoint(line) : null;
    if (checkpoint?.restored !== true || !hasValidSignature(checkpoint, this.#keys)) return null;
    const { number, seq, at } = checkpoint;
    return { number, seq, at };
  }
}
