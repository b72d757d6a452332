import { Agent, get } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { DriverRequest, DriverTask, Timing } from './driver.ts';

const agent = new Agent({ keepAlive: true });

interface ResponseTiming {
  bytes: number;
  firstByteMs: number;
}

/** Sends one request and reads the response to its last byte. */
function sendOnce({ url, headers }: DriverRequest): Promise<ResponseTiming> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const request = get(url, { agent, headers }, (response) => {
      const timing = { bytes: 0, firstByteMs: 0 };
      response.on('data', (chunk: Buffer) => {
        if (timing.bytes === 0) timing.firstByteMs = performance.now() - startedAt;
        timing.bytes += chunk.length;
      });
      response.once('error', reject).once('end', () => {
        if (response.statusCode === 200) resolve(timing);
        else reject(new Error(`A request failed: ${response.statusCode}`));
      });
    });
    request.once('error', reject);
  });
}

interface Samples {
  readonly total: number[];
  readonly firstByte: number[];
}

async function sendRepeatedly({ request, times }: DriverTask, samples: Samples): Promise<number> {
  let bytes = 0;
  for (let round = 0; round < times; round += 1) {
    const startedAt = performance.now();
    const timing = await sendOnce(request);
    samples.total.push(performance.now() - startedAt);
    samples.firstByte.push(timing.firstByteMs);
    bytes = timing.bytes;
  }
  return bytes;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function runTask(task: DriverTask): Promise<Timing> {
  const samples: Samples = { total: [], firstByte: [] };
  const [bytes = 0] = await Promise.all(Array.from({ length: task.concurrency }, () => sendRepeatedly(task, samples)));
  return { medianMs: median(samples.total), firstByteMs: median(samples.firstByte), bytes };
}

parentPort?.on('message', async (task: DriverTask) => {
  parentPort?.postMessage(await runTask(task).catch((error: unknown) => ({ failure: String(error) })));
});
