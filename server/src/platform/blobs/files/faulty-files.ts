import { basename } from 'node:path';
import type { FileSystem, OpenFile } from './file-system.ts';

/** How a call fails: with an error number, or by writing only half. */
export type FileFault = 'ENOSPC' | 'EIO' | 'short';

class SystemCallError extends Error {
  readonly code: string;

  constructor(code: string, call: string) {
    super(`${code}: ${call}`);
    this.code = code;
  }
}

/**
 * A file system for tests. Records every call, such as `rename 0193….part`, and makes one of them fail. A failing call
 * has no effect, except that a short write writes the first half.
 */
export class FaultyFiles implements FileSystem {
  readonly calls: string[] = [];
  readonly #inner: FileSystem;
  readonly #shouldCountOpenFiles: boolean;
  #round = 0;
  #failing: { call: number; fault: FileFault } | undefined;

  /** `shouldCountOpenFiles`: false to ignore calls on files that were opened before the last `failAt`. */
  constructor(inner: FileSystem, { shouldCountOpenFiles = true } = {}) {
    this.#inner = inner;
    this.#shouldCountOpenFiles = shouldCountOpenFiles;
  }

  /** Clears the recorded calls. The call at index `call` from now on fails once. */
  failAt(call: number, fault: FileFault): void {
    this.calls.length = 0;
    this.#round += 1;
    this.#failing = { call, fault };
  }

  #fault(name: string, path: string): FileFault | undefined {
    const index = this.calls.push(`${name} ${basename(path)}`) - 1;
    return this.#failing?.call === index ? this.#failing.fault : undefined;
  }

  #step<Result>(name: string, path: string, work: () => Promise<Result>): Promise<Result> {
    const fault = this.#fault(name, path);
    if (!fault || fault === 'short') return work();
    return Promise.reject(new SystemCallError(fault, name));
  }

  #track(path: string, file: OpenFile): OpenFile {
    const tracked = this.#trackAlways(path, file);
    if (this.#shouldCountOpenFiles) return tracked;
    const round = this.#round;
    const currentFile = () => (this.#round === round ? tracked : file);
    return {
      write: (buffer, position) => currentFile().write(buffer, position),
      read: (buffer, position) => currentFile().read(buffer, position),
      sizeBytes: () => currentFile().sizeBytes(),
      sync: () => currentFile().sync(),
      close: () => currentFile().close(),
    };
  }

  #trackAlways(path: string, file: OpenFile): OpenFile {
    return {
      write: (buffer, position) => {
        const fault = this.#fault('write', path);
        if (fault && fault !== 'short') return Promise.reject(new SystemCallError(fault, 'write'));
        return file.write(fault ? buffer.subarray(0, Math.floor(buffer.length / 2)) : buffer, position);
      },
      read: (buffer, position) => this.#step('read', path, () => file.read(buffer, position)),
      sizeBytes: () => this.#step('size', path, () => file.sizeBytes()),
      sync: () => this.#step('sync', path, () => file.sync()),
      close: async () => {
        const fault = this.#fault('close', path);
        // close(2) releases the descriptor even if it reports a failure.
        await file.close();
        if (fault && fault !== 'short') throw new SystemCallError(fault, 'close');
      },
    };
  }

  createFolder(path: string) {
    return this.#step('makeFolder', path, () => this.#inner.createFolder(path));
  }

  create(path: string) {
    return this.#step('create', path, async () => this.#track(path, await this.#inner.create(path)));
  }

  openPart(path: string) {
    return this.#step('openPart', path, async () => this.#track(path, await this.#inner.openPart(path)));
  }

  open(path: string) {
    return this.#step('open', path, async () => this.#track(path, await this.#inner.open(path)));
  }

  rename(from: string, to: string) {
    return this.#step('rename', from, () => this.#inner.rename(from, to));
  }

  remove(path: string) {
    return this.#step('remove', path, () => this.#inner.remove(path));
  }

  exists(path: string) {
    return this.#step('exists', path, () => this.#inner.exists(path));
  }

  syncFolder(path: string) {
    return this.#step('syncFolder', path, () => this.#inner.syncFolder(path));
  }

  listNames(path: string) {
    return this.#step('names', path, () => this.#inner.listNames(path));
  }

  facts(path: string) {
    return this.#step('facts', path, () => this.#inner.facts(path));
  }

  space(path: string) {
    return this.#step('space', path, () => this.#inner.space(path));
  }
}
