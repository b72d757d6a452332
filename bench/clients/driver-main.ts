import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { DriverReply, DriverTask } from './driver.ts';

/** A plain client in its own process: requests over keep-alive connections, each response read to its last byte. */

interface Sent {
  ms: number;
  bytes: number;
}

function sendOnce(agent: Agent, url: string, headers: Readonly<Record<string, string>>): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const request = get(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('error', reject).once('end', () => {
        if (response.statusCode === 200) resolve({ ms: performance.now() - startedAt, bytes });
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    });
    request.once('error', reject);
  });
}

/** Sends every request once, each connection the next one that is left. */
async function runTask({ urls, headers, connections, pauseMs }: DriverTask): Promise<DriverReply> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const left = urls.values();
  const sent: Sent[] = [];
  const startedAt = performance.now();
  const sendAll = async () => {
    for (const url of left) {
      sent.push(await sendOnce(agent, url, headers));
      if (pauseMs !== undefined) await wait(pauseMs);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, sendAll));
    const tookMs = performance.now() - startedAt;
    return {
      kind: 'timing',
      tookMs,
      eachMs: sent.map(({ ms }) => ms),
      bytes: sent.reduce((sum, one) => sum + one.bytes, 0),
    };
  } finally {
    agent.destroy();
  }
}

process.on('message', async (task: DriverTask) => {
  const reply = await runTask(task).catch(
    (error: unknown): DriverReply => ({ kind: 'failure', reason: String(error) }),
  );
  process.send?.(reply);
});
