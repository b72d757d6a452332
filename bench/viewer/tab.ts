import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BrowserLaunch } from '@medcloud/tools/browser.ts';
import * as z from 'zod';

/*
 * A tab with the memory that a user's tab has. Playwright makes each renderer keep up to 100 MB of responses for
 * inspection (`Network.enable` of the DevTools protocol). That is not the tab's own memory, so this module uses the
 * protocol directly.
 */

const responseShape = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
const evaluatedShape = z.object({
  result: z.object({ value: z.unknown().optional() }).optional(),
  exceptionDetails: z
    .object({ text: z.string(), exception: z.object({ description: z.string() }).optional() })
    .optional(),
});

type Send = (method: string, parameters?: object, sessionId?: string) => Promise<unknown>;

/** Connects to a browser by the DevTools protocol. Pending calls reject when the browser closes. */
async function connect(address: string): Promise<{ send: Send; close: () => void }> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('The browser does not respond')), { once: true });
  });
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = responseShape.parse(JSON.parse(String(data)));
    const pending = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || !pending) return; // an event
    waiting.delete(id);
    if (error) pending.reject(new Error(error.message));
    else pending.resolve(result);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser closed the connection'));
  });
  let last = 0;
  const send: Send = (method, parameters = {}, sessionId) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params: parameters, ...(sessionId ? { sessionId } : {}) }));
    });
  return { send, close: () => socket.close() };
}

export interface Tab {
  /** Runs statements in the page, which may await. Resolves with their return value, rejects if they throw. */
  run(statements: string): Promise<unknown>;
  send(method: string, parameters?: object): Promise<unknown>;
  /** Resident memory in megabytes of the tab's renderer and of the GPU process. */
  resident(): Promise<{ renderer: number; gpu: number }>;
  /** CPU time of all the browser's processes since its start, in seconds. */
  computed(): Promise<number>;
  close(): Promise<void>;
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

const processesShape = z.object({
  processInfo: z.array(z.object({ id: z.number(), type: z.string(), cpuTime: z.number() })),
});

async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''); // the process may have ended
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
}

/**
 * Starts a new browser with one tab of 1440 x 900 and the given session cookie. `localStorageItems` fills its local
 * storage. Each page runs the statements in `first` before its own.
 */
export async function openTab(
  found: BrowserLaunch,
  cookie: Cookie,
  localStorageItems: Record<string, string>,
  first = '',
): Promise<Tab> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-tab-'));
  const own = ['--headless', '--enable-unsafe-swiftshader', '--remote-debugging-port=0', '--window-size=1440,900'];
  const program = spawn(found.executablePath, [...found.args, ...own, `--user-data-dir=${folder}`, 'about:blank'], {
    env: { ...found.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => program.once('exit', resolve));
  const lines = createInterface({ input: program.stderr });
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const listening = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (listening) resolve(listening);
    });
    void ended.then(() => reject(new Error('The browser did not start')));
  });
  const { send, close } = await connect(address);
  const sessionId = await openPage(send);
  await send('Storage.setCookies', { cookies: [{ ...cookie, httpOnly: true, sameSite: 'Strict' }] });
  const source = `for (const [key, value] of Object.entries(${JSON.stringify(localStorageItems)})) localStorage.setItem(key, value);${first}`;
  await send('Page.enable', {}, sessionId);
  await send('Page.addScriptToEvaluateOnNewDocument', { source }, sessionId);
  return {
    run: async (statements) => {
      const evaluateOptions = {
        expression: `(async () => { ${statements} })()`,
        awaitPromise: true,
        returnByValue: true,
      };
      const { exceptionDetails, result } = evaluatedShape.parse(
        await send('Runtime.evaluate', evaluateOptions, sessionId),
      );
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result?.value;
    },
    send: (method, parameters) => send(method, parameters, sessionId),
    resident: async () => {
      const { processInfo } = processesShape.parse(await send('SystemInfo.getProcessInfo'));
      const maxResident = async (type: string) =>
        Math.max(
          0,
          ...(await Promise.all(processInfo.filter((one) => one.type === type).map(({ id }) => residentOf(id)))),
        );
      return { renderer: await maxResident('renderer'), gpu: await maxResident('GPU') };
    },
    computed: async () => {
      const { processInfo } = processesShape.parse(await send('SystemInfo.getProcessInfo'));
      return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    },
    close: async () => {
      await send('Browser.close');
      await ended;
      close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function openPage(send: Send): Promise<string> {
  const { targetId } = z
    .object({ targetId: z.string() })
    .parse(await send('Target.createTarget', { url: 'about:blank' }));
  const attached = await send('Target.attachToTarget', { targetId, flatten: true });
  const { sessionId } = z.object({ sessionId: z.string() }).parse(attached);
  await send(
    'Emulation.setDeviceMetricsOverride',
    { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false },
    sessionId,
  );
  return sessionId;
}
