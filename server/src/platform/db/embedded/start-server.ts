import { readFile } from 'node:fs/promises';
import type { AnsweringServer } from './adopt.ts';
import { askServer, type Connection, type ServerFacts } from './connect.ts';
import { EmbeddedError, unless } from './embedded-error.ts';
import { superuser } from './initialise.ts';
import { type LaunchedServer, type LaunchPlan, launch } from './launch.ts';
import { launchOnWindows } from './launch-windows.ts';
import { findPostmaster } from './pid-file.ts';
import { removeSocketFolder } from './socket-folder.ts';
import { stopPostmaster } from './stop.ts';
import { type Surroundings, until } from './surroundings.ts';

/** A server that this process has started, and that answers. */
export interface StartedServer extends AnsweringServer {
  readonly launched: LaunchedServer;
}

/** Starts a server and waits until it takes a connection. `start_failed`, `password_wrong`. */
export async function startServer(
  plan: LaunchPlan,
  password: string,
  surroundings: Surroundings,
  log: (line: string) => void,
): Promise<StartedServer> {
  // 5 s: what a killed postmaster left behind still holds its shared memory for a moment (1 start in 20).
  const started = await until(surroundings.clock, 5_000, async () => {
    const server = await tryToStart(plan, password, surroundings);
    if (server === undefined) log('Processes of a killed server still hold its memory: trying again');
    return server;
  });
  if (started) return started;
  throw new EmbeddedError(
    'start_failed',
    `Processes of a killed PostgreSQL still work in ${plan.folders.cluster}. End those named "postgres" of this database, or start the machine again.`,
  );
}

/** `undefined` if the memory of an earlier server is still in use, which passes. */
async function tryToStart(plan: LaunchPlan, password: string, surroundings: Surroundings) {
  const isWindows = surroundings.platform === 'win32';
  const launched = await (isWindows ? launchOnWindows(plan) : launch(plan, surroundings));
  const { host, port } = launched;
  const connection = { host, port, user: superuser, password, database: superuser } satisfies Connection;
  try {
    const facts = await firstAnswer(launched, connection, plan, surroundings);
    const postmaster = facts && (await findPostmaster(plan.folders.cluster));
    if (postmaster) return { connection, facts, pid: postmaster.pid, launched } satisfies StartedServer;
    await removeSocketFolder(host);
    return undefined;
  } catch (error) {
    await abandon(launched, plan, surroundings);
    throw error;
  }
}

async function firstAnswer(
  launched: LaunchedServer,
  connection: Connection,
  { folders }: LaunchPlan,
  { clock }: Surroundings,
): Promise<ServerFacts | undefined> {
  // 5 min: after a crash it first replays its log.
  const answer = await until(clock, 300_000, async () => (launched.hasEnded() ? 'ended' : askServer(connection)), 10);
  if (answer !== undefined && answer !== 'ended') return answer;
  const said = (await unless(['ENOENT'], readFile(folders.log, 'utf8'))) ?? '';
  if (answer === 'ended' && said.includes('pre-existing shared memory block')) return undefined;
  throw new EmbeddedError(
    'start_failed',
    `PostgreSQL did not start on ${folders.cluster}. It said: ${lastComplaint(said)} (more in ${folders.log})`,
  );
}

function lastComplaint(said: string): string {
  const lines = said.trim().split('\n');
  return lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1) ?? '';
}

async function abandon(launched: LaunchedServer, plan: LaunchPlan, surroundings: Surroundings): Promise<void> {
  const postmaster = await findPostmaster(plan.folders.cluster);
  if (postmaster) await stopPostmaster(postmaster.pid, plan.folders, plan.installed, surroundings);
  // The watchdog interrupts what has not written its pid file yet.
  launched.child.stdin?.destroy();
  // Counted again: nothing else may keep Node up while it waits.
  launched.child.ref();
  await launched.ended;
  await removeSocketFolder(launched.host);
}
