import { Readable, type Writable } from 'node:stream';

// A chunk is 256 KiB, so this requires 6 KiB per second. A cut download can resume with Range. The connection of a
// client that reads nothing must be closed within a minute (security 6, R11).
const maxStallMs = 45_000;
// Smaller chunks are copied and sent together with what follows.
const smallChunkBytes = 4_096;

/**
 * Streams bytes to the response with back-pressure, each chunk unchanged. Requests the next chunk while one is written,
 * and the one after only when that write is done, since its memory may be reused then. Throws if the client disconnects
 * or reads nothing for 45 s, so no file stays open for it. Always closes the source.
 */
export async function sendStream<Bytes extends AsyncIterable<Uint8Array | string>>(
  bytes: Bytes,
  transform: (bytes: Bytes) => AsyncIterable<Uint8Array | string>,
  destination: Writable,
  stallMs = maxStallMs,
): Promise<void> {
  const close = () => closeSource(bytes);
  const timer = setTimeout(() => destination.destroy(), stallMs);
  // Also while waiting for the file, and if the client left before the first byte.
  destination.once('close', close);
  // The awaited promises report errors.
  destination.on('error', () => undefined);
  if (destination.destroyed) close();
  try {
    let pendingWrite: Promise<void> | undefined;
    for await (const chunk of transform(bytes)) {
      await pendingWrite;
      timer.refresh();
      pendingWrite = writeChunk(destination, chunk);
      pendingWrite.catch(() => undefined);
    }
    // Ends together with the last chunk: a client may disconnect once it has that.
    await Promise.all([pendingWrite, finishWritable(destination)]);
  } catch (error) {
    destination.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    destination.off('close', close);
    close();
  }
}

/**
 * Sends the bytes of a complete response together with its headers: two thirds of what `sendStream` takes for them.
 * Throws as it does.
 */
export async function sendBuffer(bytes: Uint8Array, destination: Writable, stallMs = maxStallMs): Promise<void> {
  if (destination.destroyed) throw new Error('The client disconnected');
  const timer = setTimeout(() => destination.destroy(), stallMs);
  // The awaited promise reports errors.
  destination.on('error', () => undefined);
  try {
    const finish = waitForEvent(destination, 'finish');
    destination.end(bytes);
    await finish;
  } finally {
    clearTimeout(timer);
  }
}

function closeSource(bytes: AsyncIterable<unknown>): void {
  if (bytes instanceof Readable) {
    bytes.destroy();
    return;
  }
  // Errors from here on are irrelevant: the client has everything or has disconnected.
  const settleOnce = bytes[Symbol.asyncIterator]().return?.();
  settleOnce?.catch(() => undefined);
}

async function writeChunk(destination: Writable, chunk: Uint8Array | string): Promise<void> {
  if (destination.destroyed) throw new Error('The client disconnected');
  if (chunk.length >= smallChunkBytes) return await writeAndWait(destination, chunk);
  // After the last chunk of a response, no `drain` event follows.
  if (!destination.write(typeof chunk === 'string' ? chunk : Uint8Array.from(chunk)))
    await waitForEvent(destination, 'drain', 'finish');
}

/** Writes a chunk and waits until the system has taken all of it. */
function writeAndWait(destination: Writable, chunk: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('The client disconnected'));
    destination.once('close', onClose);
    destination.write(chunk, (error) => {
      destination.off('close', onClose);
      if (error) reject(error);
      else resolve();
    });
  });
}

async function finishWritable(destination: Writable): Promise<void> {
  if (destination.destroyed) throw new Error('The client disconnected');
  const finish = waitForEvent(destination, 'finish');
  destination.end();
  await finish;
}

/** Resolves with the first of the events. Rejects if the client disconnects before. */
function waitForEvent(destination: Writable, ...events: ('drain' | 'finish')[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const settleOnce = (settle: () => void) => {
      for (const event of events) destination.off(event, onEvent);
      destination.off('close', onClose);
      settle();
    };
    const onEvent = () => settleOnce(resolve);
    const onClose = () => settleOnce(() => reject(new Error('The client disconnected')));
    for (const event of events) destination.once(event, onEvent);
    destination.once('close', onClose);
  });
}
