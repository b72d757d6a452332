import { parentPort } from 'node:worker_threads';
import type { SignIn } from './sign-in-load.ts';

/** Signs in sequentially until it receives `null`, then posts the duration of each sign-in in milliseconds. */
let isRunning = true;

async function signInRepeatedly({ url, body }: SignIn): Promise<number[]> {
  const took: number[] = [];
  while (isRunning) {
    const startedAt = performance.now();
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A sign-in failed: ${response.status}`);
    took.push(performance.now() - startedAt);
  }
  return took;
}

parentPort?.on('message', async (task: SignIn | null) => {
  if (task === null) {
    isRunning = false;
    return;
  }
  isRunning = true;
  parentPort?.postMessage(await signInRepeatedly(task).catch((error: unknown) => String(error)));
});
