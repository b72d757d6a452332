import { readFile } from 'node:fs/promises';
import { superuser } from '../cluster/initialize-cluster.ts';
import { EmbeddedError, ignoreErrorCodes } from '../embedded-error.ts';
import { pollUntil, type SystemPort } from '../system-port.ts';
import type { ReadyServer } from './adopt-server.ts';
import { type LaunchedServer, type LaunchPlan, launchServer } from './launch-server.ts';
import { launchOnWindows } from './launch-windows.ts';
import { findPostmaster } from './pid-file.ts';
import { type Connection, readServerFacts, type ServerFacts } from './server-facts.ts';
import { removeSocketFolder } from './socket-folder.ts';
import { stopPostmaster } from './stop-postmaster.ts';

/** A server that this process has started and that accepts connections. */
export interface StartedServer extends ReadyServer {
  readonly launched: LaunchedServer;
}

/** Starts a server and waits until it accepts a connection. Throws `start_failed`, `password_wrong`. */
export async function startServer(
  plan: LaunchPlan,
  password: string,
  system: SystemPort,
  log: (line: string) => void,
): Promise<StartedServer> {
  // 5 s: processes of a killed postmaster still hold its shared memory for a moment (1 start in 20).
  const started = await pollUntil(system.clock, 5_000, async () => {
    const server = await tryToStart(plan, password, system);
    if (server === undefined) log('Processes of a killed server still hold its memory: trying again');
    return server;
  });
  if (started) return started;
  throw new EmbeddedError(
    'start_failed',
    `Processes of a killed PostgreSQL still work in ${plan.folders.cluster}. End those named "postgres" of this database, or start the machine again.`,
  );
}

/** Returns undefined if the shared memory of an earlier server is still in use, which is temporary. */
async function tryToStart(plan: LaunchPlan, password: string, system: SystemPort) {
  const isWindows = system.platform === 'win32';
  const launched = await (isWindows ? launchOnWindows(plan) : launchServer(plan, system));
  const { host, port } = launched;
  const connection = { host, port, user: superuser, password, database: superuser } satisfies Connection;
  try {
    const facts = await waitForAnswer(launched, connection, plan, system);
    const postmaster = facts && (await findPostmaster(plan.folders.cluster));
    if (postmaster) return { connection, facts, pid: postmaster.pid, launched } satisfies StartedServer;
    await removeSocketFolder(host);
    return undefined;
  } catch (error) {
    await stopFailedServer(launched, plan, system);
    throw error;
  }
}

async function waitForAnswer(
  launched: LaunchedServer,
  connection: Connection,
  { folders }: LaunchPlan,
  { clock }: SystemPort,
): Promise<ServerFacts | undefined> {
  // 5 min: after a crash the server first replays its log.
  const answer = await pollUntil(
    clock,
    300_000,
    async () => (launched.hasEnded() ? 'ended' : readServerFacts(connection)),
    10,
  );
  if (answer !== undefined && answer !== 'ended') return answer;
  const logText = (await ignoreErrorCodes(['ENOENT'], readFile(folders.log, 'utf8'))) ?? '';
  if (answer === 'ended' && logText.includes('pre-existing shared memory block')) return undefined;
  throw new EmbeddedError(
    'start_failed',
    `PostgreSQL did not start on ${folders.cluster}. It said: ${findLastError(logText)} (more in ${folders.log})`,
  );
}

function findLastError(logText: string): string {
  const lines = logText.trim().split('\n');
  return lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1) ?? '';
}

async function stopFailedServer(launched: LaunchedServer, plan: LaunchPlan, system: SystemPort): Promise<void> {
  const postmaster = await findPostmaster(plan.folders.cluster);
  if (postmaster) await stopPostmaster(postmaster.pid, plan.folders, plan.installed, system);
  // Makes the watchdog interrupt a server that has not written its pid file yet.
  launched.child.stdin?.destroy();
  // Ref again: nothing else may keep Node running during the wait.
  launched.child.ref();
  await launched.ended;
  await removeSocketFolder(launched.host);
}
