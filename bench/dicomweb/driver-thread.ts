import { Agent, get } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { Ask, Order, Timed } from './driver.ts';

const agent = new Agent({ keepAlive: true });

/** Asks once and reads to the last byte; answers how many there were. */
function askOnce({ url, headers }: Ask): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('error', reject).once('end', () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`A call failed: ${response.statusCode}`));
      });
    });
    request.once('error', reject);
  });
}

async function inTurn({ ask, times }: Order, taken: number[]): Promise<number> {
  let bytes = 0;
  for (let round = 0; round < times; round += 1) {
    const began = performance.now();
    bytes = await askOnce(ask);
    taken.push(performance.now() - began);
  }
  return bytes;
}

async function carryOut(order: Order): Promise<Timed> {
  const taken: number[] = [];
  const [bytes = 0] = await Promise.all(Array.from({ length: order.atOnce }, () => inTurn(order, taken)));
  return { medianMs: taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0, bytes };
}

parentPort?.on('message', async (order: Order) => {
  parentPort?.postMessage(await carryOut(order).catch((error: unknown) => ({ failure: String(error) })));
});
