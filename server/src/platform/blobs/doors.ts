import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { LoopTurns } from '../concurrency/loop-turns.ts';
import type { Uuid } from '../ids/ids.ts';
import type { Random } from '../ids/random.ts';
import { BlockShelf } from './block-shelf.ts';
import { BufferShelf } from './buffer-shelf.ts';
import { frameBytes, framePosition, type Seal } from './container.ts';
import { HashThread } from './hash-thread.ts';
import { type HeldObject, KeptOpen } from './kept-open.ts';
import { PlainHash } from './plain-hash.ts';
import { RunningHash } from './running-hash.ts';
import { durablePlainBytes, type PartStart, SealedPartWriter } from './seal-part-writer.ts';
import { type ByteRange, readSealed, readSealedBytes, sealedLayout } from './seal-reader.ts';
import { type SealedFacts, SealedWriter } from './seal-writer.ts';
import type { BlobReader, BlobSpace, BlobStore, StoredBlob } from './store.ts';

// Two frames a block: one message for each was a tenth slower, four gained nothing; an upload holds three blocks, 1.5 MiB.
const blockBytes = 2 * frameBytes;
// 24 MiB of idle blocks at most.
const keptBlocks = 48;
// 50 uploads at once (security 2.4) and some that pause; one that is forgotten costs a reading of its object at its end.
const keptHashes = 64;
// Pieces of 64 KiB, as they come from a connection, that are taken in one round of the event loop, of all uploads together. With 50
// uploads at once a sign-in, which needs 17 rounds, took 71 ms, with 8 pieces a round 59, and 929 without a bound; the uploads
// themselves took 6.5, 7.0 and 6.1 s (50 of 16 MiB, two cores).
const piecesARound = 16;
// 8 MiB of idle frames at most.
const keptPlainFrames = 32;

/** An object held open for several reads. Close it. */
export interface OpenSealed {
  /** Plaintext bytes, by the container's length; only reading to the end proves it. */
  readonly sizeBytes: number;
  bytes(range: ByteRange): Promise<Buffer>;
  /** The same a frame at a time, each fetched while the one before is used. */
  pieces(range: ByteRange): AsyncGenerator<Buffer, void>;
  /** The same, each of which lasts only until the next but one is asked for. */
  passing(range: ByteRange): AsyncGenerator<Buffer, void>;
  close(): Promise<void>;
}

/**
 * The one door to stored bytes, originals and derived ones alike: nothing passes it unsealed. All failures are
 * `BlobError`; a byte that is not the one stored is never given out.
 */
export class SealedObjects {
  readonly #store: BlobStore;
  readonly #random: Random;
  readonly #hashThread = new HashThread();
  readonly #frames = new BlockShelf();
  readonly #blocks = new BufferShelf(() => Buffer.from(new SharedArrayBuffer(blockBytes)), keptBlocks);
  readonly #plainFrames = new BufferShelf(() => Buffer.from(new SharedArrayBuffer(frameBytes)), keptPlainFrames);
  readonly #runningHashes = new Map<Uuid, RunningHash>();
  readonly #turns = new LoopTurns(piecesARound);
  readonly #kept: KeptOpen;

  constructor(store: BlobStore, random: Random) {
    this.#store = store;
    this.#random = random;
    this.#kept = new KeptOpen((id) => store.open(id));
  }

  /** A writer for a new object. `exists`, `no_space`, `io`. */
  async create(seal: Seal): Promise<SealedWriter> {
    const blob = await this.#store.create(seal.objectId);
    return new SealedWriter(blob, seal, this.#random, new PlainHash(this.#hashThread, this.#blocks), this.#turns);
  }

  /**
   * A writer that goes on with an object of a known size which comes in parts. Its header lies before the first frame.
   * `onDurable` hears now and then up to which byte of the plaintext what was written is durable. `corrupt` where less
   * is stored than `start` says; `no_space`, `io`.
   */
  async resume(seal: Seal, start: PartStart, onDurable: (plainBytes: number) => void): Promise<SealedPartWriter> {
    await this.#kept.forget(seal.objectId);
    const position = start.sealedBytes === 0 ? 0 : framePosition(start.sealedBytes / frameBytes);
    const blob = await this.#store.resume(seal.objectId, position, (durable) => onDurable(durablePlainBytes(durable)));
    const parts = {
      hash: this.#hashOf(seal.objectId, start.sealedBytes),
      shelf: this.#plainFrames,
      turns: this.#turns,
    };
    return new SealedPartWriter(blob, seal, this.#random, parts, start);
  }

  /** Forgets what is kept in memory of an object that came in parts; a part thrown away makes its hash worthless. */
  forget(objectId: Uuid): void {
    this.#runningHashes.get(objectId)?.lose();
    this.#runningHashes.delete(objectId);
  }

  #hashOf(objectId: Uuid, sealedBytes: number): RunningHash {
    const known = this.#runningHashes.get(objectId);
    if (known && known.hashedBytes === sealedBytes) return known;
    this.forget(objectId);
    const [oldest] = this.#runningHashes.keys();
    if (oldest !== undefined && this.#runningHashes.size >= keptHashes) this.forget(oldest);
    const fresh = new RunningHash(this.#hashThread);
    this.#runningHashes.set(objectId, fresh);
    return fresh;
  }

  /**
   * The plaintext of a range as a stream, which closes the object when it ends or is destroyed. The first frame is
   * verified before this returns, so who answers with it can still say that it failed. `not_found`, `corrupt`, `io`.
   */
  async read(seal: Seal, range: ByteRange = {}): Promise<Readable> {
    const reader = await this.#store.open(seal.objectId);
    const pieces = readSealed(reader, seal, range, { shelf: this.#frames });
    try {
      return streamed(pieces, await pieces.next(), reader);
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
  async pass(seal: Seal, range: ByteRange = {}): Promise<AsyncIterableIterator<Buffer, void>> {
    const held = await this.#kept.take(seal);
    const pieces = readSealed(held.reader, seal, range, { known: held.layout, shelf: this.#frames, isPassing: true });
    try {
      return passed(pieces, await pieces.next(), held);
    } catch (error) {
      await held.giveUp();
      throw error;
    }
  }

  /** The plaintext of a small range of an object of which more is asked for soon: it stays open for a moment. */
  async readPart(seal: Seal, range: ByteRange): Promise<Buffer> {
    const held = await this.#kept.take(seal);
    try {
      const bytes = await readSealedBytes(held.reader, seal, range, { known: held.layout, shelf: this.#frames });
      await held.close();
      return bytes;
    } catch (error) {
      await held.giveUp();
      throw error;
    }
  }

  /** The plaintext of a small range as one buffer. */
  async readBytes(seal: Seal, range: ByteRange = {}): Promise<Buffer> {
    const reader = await this.#store.open(seal.objectId);
    try {
      return await readSealedBytes(reader, seal, range, { shelf: this.#frames });
    } finally {
      await reader.close();
    }
  }

  /** Holds the object open for several small reads. */
  async open(seal: Seal): Promise<OpenSealed> {
    const reader = await this.#store.open(seal.objectId);
    try {
      const known = await sealedLayout(reader, seal);
      const reading = { known, shelf: this.#frames };
      return {
        sizeBytes: known.sizeBytes,
        bytes: (range) => readSealedBytes(reader, seal, range, reading),
        pieces: (range) => readSealed(reader, seal, range, reading),
        passing: (range) => readSealed(reader, seal, range, { ...reading, isPassing: true }),
        close: () => reader.close(),
      };
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  /** Reads all of the object and says what is in it, for the scrub to compare with its row. */
  async verify(seal: Seal): Promise<SealedFacts> {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const piece of await this.read(seal)) {
      hash.update(piece);
      sizeBytes += piece.length;
    }
    return { sizeBytes, sha256: hash.digest('hex') };
  }

  /** Removes the object and any partial of it; none there is no failure. */
  async remove(objectId: Uuid): Promise<void> {
    this.forget(objectId);
    await this.#kept.forget(objectId);
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

  label(text: string): Promise<void> {
    return this.#store.label(text);
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
    await this.#kept.close();
    await this.#hashThread.close();
  }
}

/** Pieces of which the first is there, with the object they come from. */
function passed(
  pieces: AsyncGenerator<Buffer, void>,
  first: IteratorResult<Buffer, void>,
  held: HeldObject,
): AsyncIterableIterator<Buffer, void> {
  let ready: IteratorResult<Buffer, void> | undefined = first;
  let isOver = false;
  const end = async (leave: () => Promise<void>) => {
    if (isOver) return;
    isOver = true;
    await pieces.return();
    await leave();
  };
  const following = async () => {
    try {
      const next = await pieces.next();
      // not waited for: whoever has the last piece is told at once that it is
      if (next.done) end(held.close).catch(() => undefined);
      return next;
    } catch (error) {
      await end(held.giveUp);
      throw error;
    }
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: async () => {
      const [piece, isFirst] = [ready, ready !== undefined];
      ready = undefined;
      return isFirst && piece && !piece.done ? piece : await following();
    },
    return: async () => {
      await end(held.close);
      return { done: true, value: undefined };
    },
  };
}

function streamed(pieces: AsyncGenerator<Buffer, void>, first: IteratorResult<Buffer, void>, reader: BlobReader) {
  let ready: Promise<IteratorResult<Buffer, void>> | undefined = Promise.resolve(first);
  return new Readable({
    highWaterMark: frameBytes,
    read() {
      const next = ready ?? pieces.next();
      ready = undefined;
      next.then(
        (piece) => this.push(piece.done ? null : piece.value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      const closed = pieces.return().then(() => reader.close());
      closed.then(
        () => done(error),
        (failure: Error) => done(error ?? failure),
      );
    },
  });
}
