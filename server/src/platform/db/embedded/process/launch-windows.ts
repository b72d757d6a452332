import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { programEnvironment } from '../../../config/program-environment.ts';
import { type LaunchedServer, type LaunchPlan, settingsOf, toArguments } from './launch-server.ts';

// Not tried: no Windows machine was at hand. PostgreSQL has no usable unix sockets there, so it listens on a random port
// of 127.0.0.1, still with its password; and it refuses an administrator, whose rights pg_ctl drops. There is no
// watchdog: a server that outlives Node is adopted by the next start.

/** Starts a server on the cluster by `pg_ctl` and returns without waiting for it. */
export async function launchOnWindows({ folders, installed, ...plan }: LaunchPlan): Promise<LaunchedServer> {
  const host = '127.0.0.1';
  const port = await findFreePort(host);
  const settings = { ...settingsOf({ folders, installed, ...plan }), listen_addresses: host, port: String(port) };
  const options = toArguments(settings).map(quoteArgument).join(' ');
  const args = ['start', '-W', '-s', '-D', folders.cluster, '-l', folders.log, '-o', options];
  const child = spawn(installed.pgCtl, args, { env: programEnvironment(), stdio: 'ignore', detached: true });
  child.unref();
  const ended = once(child, 'exit').catch(() => undefined);
  // pg_ctl ends at once, so whether the server did shows only by its not answering.
  return { host, port, child, ended, hasEnded: () => false };
}

function quoteArgument(argument: string): string {
  return `"${argument.replaceAll('"', '\\"')}"`;
}

async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
