import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { programEnvironment } from '../../../config/program-environment.ts';
import { type LaunchedServer, type LaunchPlan, settingsOf, toArguments } from './launch-server.ts';

// Not tested: no Windows machine was available. PostgreSQL has no usable unix sockets there, so it listens on a random
// port of 127.0.0.1, also with its password. It refuses to run as administrator; pg_ctl drops those rights. There is no
// watchdog: the next start adopts a server that outlives Node.

/** Starts a server on the cluster with `pg_ctl`. Does not wait until it is ready. */
export async function launchOnWindows({ folders, installed, ...plan }: LaunchPlan): Promise<LaunchedServer> {
  const host = '127.0.0.1';
  const port = await findFreePort(host);
  const settings = { ...settingsOf({ folders, installed, ...plan }), listen_addresses: host, port: String(port) };
  const options = toArguments(settings).map(quoteArgument).join(' ');
  const args = ['start', '-W', '-s', '-D', folders.cluster, '-l', folders.log, '-o', options];
  const child = spawn(installed.pgCtl, args, { env: programEnvironment(), stdio: 'ignore', detached: true });
  child.unref();
  const ended = once(child, 'exit').catch(() => undefined);
  // pg_ctl exits at once, so its exit does not mean that the server has ended.
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
