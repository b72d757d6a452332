import type { Uuid } from '../ids/ids.ts';

/*
 * A driver stores opaque containers by id and has no keys. All failures are `BlobError`. An object is written once,
 * appears complete at commit or not at all, and is never changed.
 */

/** Writes one object. The caller awaits each call before the next. A failed call has already removed everything. */
export interface BlobWriter {
  /** Writes all of `chunk`, which the caller may then reuse. Waits if the disk is slower. Throws `no_space`, `io`. */
  write(chunk: Buffer): Promise<void>;
  /** Completes the object. Once this returns, it survives a power cut. Throws `no_space`, `io`. */
  commit(): Promise<void>;
  /** Removes everything written, also during a write. Has no effect after a failure or a commit. */
  abort(): Promise<void>;
}

/**
 * Writes one object in parts. The caller awaits each call before the next. After a failed call the durable bytes stay,
 * the writer is closed, and a new writer can resume from there.
 */
export interface BlobPartWriter {
  /** Writes all of `chunk`, which the caller may then reuse. Waits if the disk is slower. Throws `no_space`, `io`. */
  write(chunk: Buffer): Promise<void>;
  /** Syncs. Once this returns, everything written survives a power cut. Throws `no_space`, `io`. */
  sync(): Promise<void>;
  /** Completes the object. Once this returns, it is readable and survives a power cut. Throws `no_space`, `io`. */
  commit(): Promise<void>;
  /** Closes and leaves the partial object as it is. Has no effect after a failure or commit. */
  close(): Promise<void>;
}

/** One object open for reading. */
export interface BlobReader {
  readonly sizeBytes: number;
  /** Fills `buffer` from `position`. Returns the bytes read, fewer only at the object's end. Throws `io`. */
  read(position: number, buffer: Buffer): Promise<number>;
  close(): Promise<void>;
}

/** An entry of the store's list. A partial object is being written, or its process died while writing. */
export interface StoredBlob {
  readonly id: Uuid;
  readonly modifiedAt: Date;
  readonly sizeBytes: number;
  readonly isPartial: boolean;
}

/** The space of the file system that holds the store, in bytes. Foreign files count as used. */
export interface BlobSpace {
  readonly usedBytes: number;
  /** Null if the store has no limit, such as a bucket. */
  readonly availableBytes: number | null;
}

export interface BlobStore {
  /** True if a provider holds the objects, not a disk of this machine. */
  readonly isCloud: boolean;
  /** Starts a new object. Throws `exists` if the id is stored or being written; `no_space`, `io`. */
  create(id: Uuid): Promise<BlobWriter>;
  /**
   * Resumes an object written in parts at a durable `position`; 0 starts a new object. A complete object becomes
   * partial again. Calls `onDurable` from time to time with the number of durable bytes. The caller ensures one writer
   * at a time. Throws `corrupt` if the object is shorter than `position`; `no_space`, `io`.
   */
  resume(id: Uuid, position: number, onDurable: (position: number) => void): Promise<BlobPartWriter>;
  /** Opens an object. Throws `not_found`, `io`. */
  open(id: Uuid): Promise<BlobReader>;
  /** Removes the object and its partial version, durably. Succeeds if there is none. Throws `io`. */
  remove(id: Uuid): Promise<void>;
  /** Lists all objects in no order. Objects created or removed meanwhile may be missing. Throws `io`. */
  list(): AsyncIterable<StoredBlob>;
  /** Reads the text that `writeLabel` wrote; undefined if the store has no label. Throws `io`. */
  readLabel(): Promise<string | undefined>;
  /** Writes the name of the installation that the store belongs to, durably. Throws `no_space`, `io`. */
  writeLabel(text: string): Promise<void>;
  usage(): Promise<BlobSpace>;
  /** Writes, reads back and removes a small object. Throws what these calls throw. */
  probe(): Promise<void>;
}
