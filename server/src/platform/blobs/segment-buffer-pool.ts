import { BufferPool } from './buffer-pool.ts';
import { encryptedSegmentBytes, segmentsPerBlock } from './container.ts';

const blockBytes = segmentsPerBlock * encryptedSegmentBytes;
// 12 MiB of idle buffers at most: with fresh memory for each reading a frame took a quarter longer on a busy processor.
const maxIdle = { segments: 16, blocks: 8 };

/** Buffers for stored frames, one or a block of them, kept for the next reading. */
export class SegmentBufferPool {
  readonly #segments = new BufferPool(() => Buffer.allocUnsafeSlow(encryptedSegmentBytes), maxIdle.segments);
  readonly #blocks = new BufferPool(() => Buffer.allocUnsafeSlow(blockBytes), maxIdle.blocks);

  /** A buffer of at least these bytes, a block at most, with whatever its last user left in it. */
  acquire(bytes: number): Buffer {
    return bytes <= encryptedSegmentBytes ? this.#segments.acquire() : this.#blocks.acquire();
  }

  release(buffer: Buffer): void {
    if (buffer.length === encryptedSegmentBytes) this.#segments.release(buffer);
    else this.#blocks.release(buffer);
  }
}
