import { realpath } from 'node:fs/promises';
import { superuser } from '../cluster/initialize-cluster.ts';
import { EmbeddedError } from '../embedded-error.ts';
import { pollUntil, type SystemPort } from '../system-port.ts';
import { findPostmaster, type PidFile } from './pid-file.ts';
import { type Connection, readServerFacts, type ServerFacts } from './server-facts.ts';

/** A server that accepts connections. */
export interface ReadyServer {
  readonly connection: Connection;
  readonly facts: ServerFacts;
  readonly pid: number;
}

/**
 * Returns the server that already runs on this cluster, left by a killed Node process or run by another process.
 * Undefined if there is none. Waits for a starting server, and for the end of a stopping one. Throws `folder_in_use`,
 * `password_wrong`.
 */
export async function adoptServer(
  cluster: string,
  password: string,
  { clock, platform }: SystemPort,
): Promise<ReadyServer | undefined> {
  // Windows: a process with that pid that rejects our password is not our server.
  const isSure = platform !== 'win32';
  // 5 min: the server may be replaying its log after a crash.
  const found = await pollUntil(clock, isSure ? 300_000 : 30_000, () => probeServer(cluster, password));
  if (found === 'none' || (found === undefined && !isSure)) return undefined;
  if (found !== undefined) return found;
  const pid = (await findPostmaster(cluster))?.pid;
  throw new EmbeddedError(
    'folder_in_use',
    `PostgreSQL (process ${pid}) runs on ${cluster} but has not answered for five minutes. Look into postgres.log beside it; "kill -INT ${pid}" ends it, then start again.`,
  );
}

async function probeServer(cluster: string, password: string): Promise<ReadyServer | 'none' | undefined> {
  const postmaster = await findPostmaster(cluster);
  if (postmaster === undefined) return 'none';
  const connection = connectionTo(postmaster, password);
  if (postmaster.status === 'stopping' || connection.host === '') return undefined;
  const facts = await readServerFacts(connection);
  if (facts === undefined) return undefined;
  return facts.cluster === (await realpath(cluster)) ? { connection, facts, pid: postmaster.pid } : 'none';
}

function connectionTo({ socketFolder, listenAddress, port }: PidFile, password: string): Connection {
  return { host: socketFolder || listenAddress, port, user: superuser, password, database: superuser };
}
