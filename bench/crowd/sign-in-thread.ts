import { parentPort } from 'node:worker_threads';
import type { SignIn } from './sign-ins.ts';

/** Signs in again and again, one after the other, until it is told to stop; then says how long each took, in milliseconds. */
let goesOn = true;

async function signInAgain({ url, body }: SignIn): Promise<number[]> {
  const took: number[] = [];
  while (goesOn) {
    const began = performance.now();
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A sign-in failed: ${response.status}`);
    took.push(performance.now() - began);
  }
  return took;
}

parentPort?.on('message', async (order: SignIn | null) => {
  if (order === null) {
    goesOn = false;
    return;
  }
  goesOn = true;
  parentPort?.postMessage(await signInAgain(order).catch((error: unknown) => String(error)));
});
