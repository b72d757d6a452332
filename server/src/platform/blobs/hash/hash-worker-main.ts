import { createHash, type Hash } from 'node:crypto';
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { HashTask } from './hash-worker.ts';

/**
 * The worker side of `HashWorker`: one SHA-256 per stream. Replies to every task except `drop`, in order of arrival.
 */
function serveTasks(port: MessagePort): void {
  const hashes = new Map<number, Hash>();
  port.on('message', (task: HashTask) => {
    const hash = hashes.get(task.stream) ?? createHash('sha256');
    hashes.set(task.stream, hash);
    if (task.act === 'update') hash.update(task.bytes);
    else hashes.delete(task.stream);
    if (task.act !== 'drop') port.postMessage(task.act === 'digest' ? hash.digest('hex') : '');
  });
}

if (parentPort) serveTasks(parentPort);
