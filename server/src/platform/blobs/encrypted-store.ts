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

// Two frames a block: one message for each was a tenth slower, four gained nothing; an upload holds three blocks, 1.5 MiB.
const blockBytes = 2 * segmentBytes;
// 24 MiB of idle blocks at most.
const maxIdleBlocks = 48;
// 50 uploads at once (security 2.4) and some that pause; one that is forgotten costs a reading of its object at its end.
const maxRunningHashes = 64;
// Pieces of 64 KiB, as they come from a connection, that are taken in one round of the event loop, of all uploads together. With 50
// uploads at once a sign-in, which needs 17 rounds, took 71 ms, with 8 pieces a round 59, and 929 without a bound; the uploads
// themselves took 6.5, 7.0 and 6.1 s (50 of 16 MiB, two cores).
const chunksPerRound = 16;
// 8 MiB of idle frames at most.
const maxIdleSegments = 32;

/** An object held open for several reads. Close it. */
export interface OpenObject {
  /** Plaintext bytes, by the container's length; only reading to the end proves it. */
  readonly sizeBytes: number;
  bytes(range: ByteRange): Promise<Buffer>;
  /** The same a frame at a time, each fetched while the one before is used. */
  chunks(range: ByteRange): AsyncGenerator<Buffer, void>;
  /** The same, each of which lasts only until the next but one is asked for. */
  transientChunks(range: ByteRange): AsyncGenerator<Buffer, void>;
  close(): Promise<void>;
}

/**
 * The one door to stored bytes, originals and derived ones alike: nothing passes it unsealed. All failures are
 * `BlobError`; a byte that is not the one stored is never given out.
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

  /** A writer for a new object. `exists`, `no_space`, `io`. */
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
   * A writer that goes on with an object of a known size which comes in parts. Its header lies before the first frame.
   * `onDurable` hears now and then up to which byte of the plaintext what was written is durable. `corrupt` where less
   * is stored than `start` says; `no_space`, `io`.
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

  /** Forgets what is kept in memory of an object that came in parts; a part thrown away makes its hash worthless. */
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
   * The plaintext of a range as a stream, which closes the object when it ends or is destroyed. The first frame is
   * verified before this returns, so who answers with it can still say that it failed. `not_found`, `corrupt`, `io`.
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
   * The same as pieces of which each lasts only until the next but one is asked for: to be passed on, and never kept. It leaves the object
   * at its end, where it fails, and where its `return` is called; one of these must come. The object stays open for a moment, since
   * more of it is asked for soon.
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

  /** The plaintext of a small range of an object of which more is asked for soon: it stays open for a moment. */
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

  /** The plaintext of a small range as one buffer. */
  async readBytes(objectKey: ObjectKey, range: ByteRange = {}): Promise<Buffer> {
    const reader = await this.#store.open(objectKey.objectId);
    try {
      return await decryptRangeBytes(reader, objectKey, range, { pool: this.#segmentBuffers });
    } finally {
      await reader.close();
    }
  }

  /** Holds the object open for several small reads. */
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

  /** Reads all of the object and says what is in it, for the scrub to compare with its row. */
  async verify(objectKey: ObjectKey): Promise<PlaintextDigest> {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const chunk of await this.read(objectKey)) {
      hash.update(chunk);
      sizeBytes += chunk.length;
    }
    return { sizeBytes, sha256: hash.digest('hex') };
  }

  /** Removes the object and any partial of it; none there is no failure. */
  async remove(objectId: Uuid): Promise<void> {
    this.removeRunningHash(objectId);
    await this.#openFileCache.remove(objectId);
    await this.#store.remove(objectId);
  }

  /** Everything kept, whole and partial, for the sweeper. */
  list(): AsyncIterable<StoredBlob> {
    return this.#store.list();
  }

  /** The name of the installation that the store belongs to; undefined where it has none yet. */
  readLabel(): Promise<string | undefined> {
    return this.#store.readLabel();
  }

  writeLabel(text: string): Promise<void> {
    return this.#store.writeLabel(text);
  }

  /** The objects lie with a provider, not on a disk of this machine. */
  get isCloud(): boolean {
    return this.#store.isCloud;
  }

  usage(): Promise<BlobSpace> {
    return this.#store.usage();
  }

  /** Whether the store takes and gives bytes now; fails as they do. */
  probe(): Promise<void> {
    return this.#store.probe();
  }

  /** Ends the thread that hashes, and closes what stays open; writers still at work fail as `io`. */
  async close(): Promise<void> {
    await this.#openFileCache.close();
    await this.#hashWorker.close();
  }
}

/** Pieces of which the first is there, with the object they come from. */
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
      // not waited for: whoever has the last piece is told at once that it is
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
