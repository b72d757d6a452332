import { BufferPool } from './buffer-pool.ts';
import { encryptedSegmentBytes, segmentsPerBlock } from './container.ts';

const blockBytes = segmentsPerBlock * encryptedSegmentBytes;
// At most 12 MiB of idle buffers. With new memory for each read, a segment took a quarter longer on a busy CPU.
const maxIdle = { segments: 16, blocks: 8 };

/** Keeps buffers for one stored segment or a block of them, for reuse by the next read. */
export class SegmentBufferPool {
  readonly #segments = new BufferPool(() => Buffer.allocUnsafeSlow(encryptedSegmentBytes), maxIdle.segments);
  readonly #blocks = new BufferPool(() => Buffer.allocUnsafeSlow(blockBytes), maxIdle.blocks);

  /** Returns a buffer of at least `bytes` bytes, at most one block. It still holds its last user's bytes. */
  acquire(bytes: number): Buffer {
    return bytes <= encryptedSegmentBytes ? this.#segments.acquire() : this.#blocks.acquire();
  }

  release(buffer: Buffer): void {
    if (buffer.length === encryptedSegmentBytes) this.#segments.release(buffer);
    else this.#blocks.release(buffer);
  }
}
