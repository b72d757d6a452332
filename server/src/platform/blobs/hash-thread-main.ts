import { createHash, type Hash } from 'node:crypto';
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { HashOrder } from './hash-thread.ts';

/** The other end of `HashThread`: one SHA-256 a stream; every order but a drop is answered, in the order they came. */
function serve(port: MessagePort): void {
  const hashes = new Map<number, Hash>();
  port.on('message', (order: HashOrder) => {
    const hash = hashes.get(order.stream) ?? createHash('sha256');
    hashes.set(order.stream, hash);
    if (order.act === 'update') hash.update(order.bytes);
    else hashes.delete(order.stream);
    if (order.act !== 'drop') port.postMessage(order.act === 'digest' ? hash.digest('hex') : '');
  });
}

if (parentPort) serve(parentPort);
