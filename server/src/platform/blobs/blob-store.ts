import type { Uuid } from '../ids/ids.ts';

/*
 * A driver keeps opaque containers by id and knows nothing of keys. All failures are `BlobError`. An object is written
 * once, appears whole at commit or not at all, and is never changed.
 */

/** One object on its way in. Calls come one after another, each awaited. A failed call has already removed everything. */
export interface BlobWriter {
  /** Takes all of `chunk`, which the caller may reuse at once; waits while the disk is behind. `no_space`, `io`. */
  write(chunk: Buffer): Promise<void>;
  /** Once this returns, the object survives a power cut. `no_space`, `io`. */
  commit(): Promise<void>;
  /** Leaves nothing behind, also while a write waits; harmless after a failure or once the object is in its place. */
  abort(): Promise<void>;
}

/**
 * One object on its way in by parts. Calls come one after another, each awaited. After a failed call what was durable
 * before stays, the writer is closed, and another may go on from there.
 */
export interface BlobPartWriter {
  /** Takes all of `chunk`, which the caller may reuse at once; waits while the disk is behind. `no_space`, `io`. */
  write(chunk: Buffer): Promise<void>;
  /** Once this returns, everything written survives a power cut. `no_space`, `io`. */
  sync(): Promise<void>;
  /** The object is whole: once this returns, it is in its place and survives a power cut. `no_space`, `io`. */
  commit(): Promise<void>;
  /** Closes and leaves the partial as it is; harmless after a failure or commit. */
  close(): Promise<void>;
}

/** One object open for reading. */
export interface BlobReader {
  readonly sizeBytes: number;
  /** Fills `buffer` from `position`; answers the bytes read, fewer only at the object's end. `io`. */
  read(position: number, buffer: Buffer): Promise<number>;
  close(): Promise<void>;
}

/** What the sweeper sees. A partial one is being written now, or was when a process died. */
export interface StoredBlob {
  readonly id: Uuid;
  readonly modifiedAt: Date;
  readonly sizeBytes: number;
  readonly isPartial: boolean;
}

/** The room in which the store lies, in bytes; what else lives there counts as used. */
export interface BlobSpace {
  readonly usedBytes: number;
  /** Null where the store has no limit of its own, as a bucket. */
  readonly availableBytes: number | null;
}

export interface BlobStore {
  /** The objects lie with a provider, not on a disk of this machine. */
  readonly isCloud: boolean;
  /** `exists` if the id is stored or being written; `no_space`, `io`. */
  create(id: Uuid): Promise<BlobWriter>;
  /**
   * Goes on with an object that comes in parts, from a position on that was durable; at 0 it begins one. A whole one
   * becomes a partial again. `onDurable` hears now and then up to where what was written is durable. One writer at a
   * time is the caller's to see to. `corrupt` where less than `position` is there; `no_space`, `io`.
   */
  resume(id: Uuid, position: number, onDurable: (position: number) => void): Promise<BlobPartWriter>;
  /** `not_found`, `io`. */
  open(id: Uuid): Promise<BlobReader>;
  /** Removes the object and any partial of it, durably; none there is no failure. `io`. */
  remove(id: Uuid): Promise<void>;
  /** Everything kept, in no order; objects that come or go meanwhile may be missing. `io`. */
  list(): AsyncIterable<StoredBlob>;
  /** What `label` wrote; undefined on a store that was never labelled. `io`. */
  readLabel(): Promise<string | undefined>;
  /** Names the installation that the store belongs to, durably. `no_space`, `io`. */
  writeLabel(text: string): Promise<void>;
  usage(): Promise<BlobSpace>;
  /** Writes, reads back and removes a small object, or fails as they do. */
  probe(): Promise<void>;
}
