import { setTimeout as wait } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { LoadRequest } from './request-load.ts';

/** Sends a request until it receives `null`, then posts the duration of each in milliseconds. */
let isRunning = true;

async function send({ url, headers, bodies = [], status }: LoadRequest, number: number): Promise<number> {
  const own = bodies[number % bodies.length];
  const startedAt = performance.now();
  const response = await fetch(
    url,
    own === undefined ? { headers } : { method: 'POST', headers: { ...headers, ...own.headers }, body: own.body },
  );
  await response.arrayBuffer();
  if (response.status !== status) throw new Error(`${url}: ${response.status}`);
  return performance.now() - startedAt;
}

async function sendRepeatedly(request: LoadRequest): Promise<number[]> {
  const { perSecond } = request;
  const startedAt = performance.now();
  const sent: Promise<number>[] = [];
  while (isRunning) {
    const next = send(request, sent.length);
    sent.push(next);
    if (perSecond === undefined) await next;
    else await wait(Math.max(0, startedAt + (sent.length / perSecond) * 1_000 - performance.now()));
  }
  return await Promise.all(sent);
}

parentPort?.on('message', async (task: LoadRequest | null) => {
  if (task === null) {
    isRunning = false;
    return;
  }
  isRunning = true;
  parentPort?.postMessage(await sendRepeatedly(task).catch((error: unknown) => String(error)));
});
