// Releasing smaller buffers costs more than leaving them to the garbage collector.
const minBytes = 4_096;

/**
 * Frees a buffer's memory immediately if the buffer spans its whole ArrayBuffer. All views of it become empty. Left to
 * the garbage collector, the 64 KiB chunks of a 480 MiB upload caused 25 full collections. They took as much CPU time
 * as hashing, encrypting and writing together (3.6 of 7.1 s).
 */
export function releaseBuffer(bytes: Buffer): void {
  const { buffer } = bytes;
  if (!(buffer instanceof ArrayBuffer) || bytes.length < minBytes || bytes.length < buffer.byteLength) return;
  buffer.transfer(0);
}
