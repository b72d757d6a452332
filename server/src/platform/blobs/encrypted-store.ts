import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { EventLoopLimiter } from '../concurrency/event-loop-limiter.ts';
import type { Uuid } from '../ids/ids.ts';
import type { Random } from '../ids/random.ts';
import type { BlobReader, BlobSpace, BlobStore, StoredBlob } from './blob-store.ts';
import { BufferPool } from './buffer-pool.ts';
import { type ObjectKey, segmentBytes, segmentPosition } from './container.ts';
import { type ByteRange, decryptRange, decryptRangeBytes, readLayout } from './decrypt-range.ts';
import { durablePlainBytes, EncryptedPartWriter, type PartStart } from './encrypted-part-writer.ts';
import { EncryptedWriter, type PlaintextDigest } from './encrypted-writer.ts';
import { HashWorker } from './hash/hash-worker.ts';
import { PlainHash } from './hash/plain-hash.ts';
import { RunningHash } from './hash/running-hash.ts';
import { type CachedObject, OpenFileCache } from './open-file-cache.ts';
import { SegmentBufferPool } from './segment-buffer-pool.ts';

// Two segments per block: one per message was a tenth slower, four gained nothing. An upload uses three blocks, 1.5
// MiB.
const blockBytes = 2 * segmentBytes;
// At most 24 MiB of idle blocks.
const maxIdleBlocks = 48;
// 50 uploads at once (security 2.4) and some paused ones. A dropped hash costs a read of the object at the end.
const maxRunningHashes = 64;
// Chunks of 64 KiB, as a connection delivers them, that all uploads together process in one round of the event loop.
// With 50 uploads at once, a sign-in (17 rounds) took 71 ms; 59 ms with 8 chunks per round, 929 ms without a limit. The
// uploads themselves took 6.5, 7.0 and 6.1 s (50 of 16 MiB, two cores).
const chunksPerRound = 16;
// At most 8 MiB of idle segments.
const maxIdleSegments = 32;

/** An object that stays open for several reads. The caller must close it. */
export interface OpenObject {
  /** Plaintext bytes, derived from the container's length. Only reading to the end proves it. */
  readonly sizeBytes: number;
  bytes(range: ByteRange): Promise<Buffer>;
  /** Yields the range segment by segment. Reads the next while the caller uses the current one. */
  chunks(range: ByteRange): AsyncGenerator<Buffer, void>;
  /** Like `chunks`, but each chunk is valid only until the caller requests the next but one. */
  transientChunks(range: ByteRange): AsyncGenerator<Buffer, void>;
  close(): Promise<void>;
}

/**
 * The only access to stored objects, original and derived. Encrypts on write, authenticates on read. Throws only
 * `BlobError`; never returns bytes that fail authentication.
 */
export class EncryptedStore {
  readonly #store: BlobStore;
  readonly #random: Random;
  readonly #hashWorker = new HashWorker();
  readonly #segmentBuffers = new SegmentBufferPool();
  readonly #blocks = new BufferPool(() => Buffer.from(new SharedArrayBuffer(blockBytes)), maxIdleBlocks);
  readonly #plainSegments = new BufferPool(() => Buffer.from(new SharedArrayBuffer(segmentBytes)), maxIdleSegments);
  readonly #runningHashes = new Map<Uuid, RunningHash>();
  readonly #limiter = new EventLoopLimiter(chunksPerRound);
  readonly #openFileCache: OpenFileCache;

  constructor(store: BlobStore, random: Random) {
    this.#store = store;
    this.#random = random;
    this.#openFileCache = new OpenFileCache((id) => store.open(id));
  }

  /** Returns a writer for a new object. Throws `exists`, `no_space`, `io`. */
  async create(objectKey: ObjectKey): Promise<EncryptedWriter> {
    const blob = await this.#store.create(objectKey.objectId);
    return new EncryptedWriter(
      blob,
      objectKey,
      this.#random,
      new PlainHash(this.#hashWorker, this.#blocks),
      this.#limiter,
    );
  }

  /**
   * Returns a writer that resumes an object of known size, written in parts. The header is written before the first
   * segment. Calls `onDurable` from time to time with the number of durable plaintext bytes. Throws `corrupt` if less
   * is stored than `start` states; `no_space`, `io`.
   */
  async resume(
    objectKey: ObjectKey,
    start: PartStart,
    onDurable: (plainBytes: number) => void,
  ): Promise<EncryptedPartWriter> {
    await this.#openFileCache.remove(objectKey.objectId);
    const position = start.encryptedBytes === 0 ? 0 : segmentPosition(start.encryptedBytes / segmentBytes);
    const blob = await this.#store.resume(objectKey.objectId, position, (durable) =>
      onDurable(durablePlainBytes(durable)),
    );
    const parts = {
      hash: this.#getRunningHash(objectKey.objectId, start.encryptedBytes),
      pool: this.#plainSegments,
      limiter: this.#limiter,
    };
    return new EncryptedPartWriter(blob, objectKey, this.#random, parts, start);
  }

  /** Removes the running hash of an object written in parts. A discarded part makes it invalid. */
  removeRunningHash(objectId: Uuid): void {
    this.#runningHashes.get(objectId)?.invalidate();
    this.#runningHashes.delete(objectId);
  }

  #getRunningHash(objectId: Uuid, encryptedBytes: number): RunningHash {
    const known = this.#runningHashes.get(objectId);
    if (known && known.hashedBytes === encryptedBytes) return known;
    this.removeRunningHash(objectId);
    const [oldest] = this.#runningHashes.keys();
    if (oldest !== undefined && this.#runningHashes.size >= maxRunningHashes) this.removeRunningHash(oldest);
    const created = new RunningHash(this.#hashWorker);
    this.#runningHashes.set(objectId, created);
    return created;
  }

  /**
   * Returns the plaintext of a range as a stream, which closes the object when it ends or is destroyed. Authenticates
   * the first segment before it returns, so an HTTP handler can still report a failure. Throws `not_found`, `corrupt`,
   * `io`.
   */
  async read(objectKey: ObjectKey, range: ByteRange = {}): Promise<Readable> {
    const reader = await this.#store.open(objectKey.objectId);
    const chunks = decryptRange(reader, objectKey, range, { pool: this.#segmentBuffers });
    try {
      return createChunkStream(chunks, await chunks.next(), reader);
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  /**
   * Like `read`, but yields chunks that are valid only until the caller requests the next but one: send them, do not
   * store them. Releases the object at its end, at a failure and when `return` is called; the caller must reach one of
   * these. The object stays open for a moment, because more of it is usually read soon.
   */
  async readTransientChunks(objectKey: ObjectKey, range: ByteRange = {}): Promise<AsyncIterableIterator<Buffer, void>> {
    const cached = await this.#openFileCache.acquire(objectKey);
    const chunks = decryptRange(cached.reader, objectKey, range, {
      known: cached.layout,
      pool: this.#segmentBuffers,
      isTransient: true,
    });
    try {
      return createChunkIterator(chunks, await chunks.next(), cached);
    } catch (error) {
      await cached.discard();
      throw error;
    }
  }

  /**
   * Returns the plaintext of a small range. The object stays open for a moment, because more of it is usually read
   * soon.
   */
  async readPart(objectKey: ObjectKey, range: ByteRange): Promise<Buffer> {
    const cached = await this.#openFileCache.acquire(objectKey);
    try {
      const bytes = await decryptRangeBytes(cached.reader, objectKey, range, {
        known: cached.layout,
        pool: this.#segmentBuffers,
      });
      await cached.close();
      return bytes;
    } catch (error) {
      await cached.discard();
      throw error;
    }
  }

  /** Returns the plaintext of a small range as one buffer. */
  async readBytes(objectKey: ObjectKey, range: ByteRange = {}): Promise<Buffer> {
    const reader = await this.#store.open(objectKey.objectId);
    try {
      return await decryptRangeBytes(reader, objectKey, range, { pool: this.#segmentBuffers });
    } finally {
      await reader.close();
    }
  }

  /** Opens an object for several small reads. */
  async open(objectKey: ObjectKey): Promise<OpenObject> {
    const reader = await this.#store.open(objectKey.objectId);
    try {
      const known = await readLayout(reader, objectKey);
      const reading = { known, pool: this.#segmentBuffers };
      return {
        sizeBytes: known.sizeBytes,
        bytes: (range) => decryptRangeBytes(reader, objectKey, range, reading),
        chunks: (range) => decryptRange(reader, objectKey, range, reading),
        transientChunks: (range) => decryptRange(reader, objectKey, range, { ...reading, isTransient: true }),
        close: () => reader.close(),
      };
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  /** Reads the complete object and returns its size and hash, for the verification against its row. */
  async verify(objectKey: ObjectKey): Promise<PlaintextDigest> {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const chunk of await this.read(objectKey)) {
      hash.update(chunk);
      sizeBytes += chunk.length;
    }
    return { sizeBytes, sha256: hash.digest('hex') };
  }

  /** Removes the object and its partial version. Succeeds if there is none. */
  async remove(objectId: Uuid): Promise<void> {
    this.removeRunningHash(objectId);
    await this.#openFileCache.remove(objectId);
    await this.#store.remove(objectId);
  }

  /** Lists all complete and partial objects, for the deletion of orphans. */
  list(): AsyncIterable<StoredBlob> {
    return this.#store.list();
  }

  /** Returns the name of the installation that the store belongs to; undefined if it has none yet. */
  readLabel(): Promise<string | undefined> {
    return this.#store.readLabel();
  }

  writeLabel(text: string): Promise<void> {
    return this.#store.writeLabel(text);
  }

  /** True if a provider holds the objects, not a disk of this machine. */
  get isCloud(): boolean {
    return this.#store.isCloud;
  }

  usage(): Promise<BlobSpace> {
    return this.#store.usage();
  }

  /** Checks that the store can write and read. Throws what these calls throw. */
  probe(): Promise<void> {
    return this.#store.probe();
  }

  /** Stops the hash worker and closes cached files. Writers still running fail with `io`. */
  async close(): Promise<void> {
    await this.#openFileCache.close();
    await this.#hashWorker.close();
  }
}

/** Creates an iterator over chunks whose first one was already read. Closes `cached` at the end. */
function createChunkIterator(
  chunks: AsyncGenerator<Buffer, void>,
  first: IteratorResult<Buffer, void>,
  cached: CachedObject,
): AsyncIterableIterator<Buffer, void> {
  let ready: IteratorResult<Buffer, void> | undefined = first;
  let isOver = false;
  const end = async (closeObject: () => Promise<void>) => {
    if (isOver) return;
    isOver = true;
    await chunks.return();
    await closeObject();
  };
  const readNext = async () => {
    try {
      const next = await chunks.next();
      // Not awaited: the consumer learns of the end immediately.
      if (next.done) end(cached.close).catch(() => undefined);
      return next;
    } catch (error) {
      await end(cached.discard);
      throw error;
    }
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: async () => {
      const [chunk, isFirst] = [ready, ready !== undefined];
      ready = undefined;
      return isFirst && chunk && !chunk.done ? chunk : await readNext();
    },
    return: async () => {
      await end(cached.close);
      return { done: true, value: undefined };
    },
  };
}

function createChunkStream(
  chunks: AsyncGenerator<Buffer, void>,
  first: IteratorResult<Buffer, void>,
  reader: BlobReader,
) {
  let ready: Promise<IteratorResult<Buffer, void>> | undefined = Promise.resolve(first);
  return new Readable({
    highWaterMark: segmentBytes,
    read() {
      const next = ready ?? chunks.next();
      ready = undefined;
      next.then(
        (chunk) => this.push(chunk.done ? null : chunk.value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      const closed = chunks.return().then(() => reader.close());
      closed.then(
        () => done(error),
        (failure: Error) => done(error ?? failure),
      );
    },
  });
}
