import { Agent, get } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { Ask, Order, Timed } from './driver.ts';

const agent = new Agent({ keepAlive: true });

interface Answered {
  bytes: number;
  firstByteMs: number;
}

/** Asks once and reads to the last byte. */
function askOnce({ url, headers }: Ask): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const request = get(url, { agent, headers }, (response) => {
      const answered = { bytes: 0, firstByteMs: 0 };
      response.on('data', (chunk: Buffer) => {
        if (answered.bytes === 0) answered.firstByteMs = performance.now() - began;
        answered.bytes += chunk.length;
      });
      response.once('error', reject).once('end', () => {
        if (response.statusCode === 200) resolve(answered);
        else reject(new Error(`A call failed: ${response.statusCode}`));
      });
    });
    request.once('error', reject);
  });
}

interface Taken {
  readonly whole: number[];
  readonly firstByte: number[];
}

async function inTurn({ ask, times }: Order, taken: Taken): Promise<number> {
  let bytes = 0;
  for (let round = 0; round < times; round += 1) {
    const began = performance.now();
    const answered = await askOnce(ask);
    taken.whole.push(performance.now() - began);
    taken.firstByte.push(answered.firstByteMs);
    bytes = answered.bytes;
  }
  return bytes;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function carryOut(order: Order): Promise<Timed> {
  const taken: Taken = { whole: [], firstByte: [] };
  const [bytes = 0] = await Promise.all(Array.from({ length: order.atOnce }, () => inTurn(order, taken)));
  return { medianMs: median(taken.whole), firstByteMs: median(taken.firstByte), bytes };
}

parentPort?.on('message', async (order: Order) => {
  parentPort?.postMessage(await carryOut(order).catch((error: unknown) => ({ failure: String(error) })));
});
