import { realpath } from 'node:fs/promises';
import { askServer, type Connection, type ServerFacts } from './connect.ts';
import { EmbeddedError } from './embedded-error.ts';
import { superuser } from './initialise.ts';
import { findPostmaster, type PidFile } from './pid-file.ts';
import { type Surroundings, until } from './surroundings.ts';

/** A server that answers. */
export interface AnsweringServer {
  readonly connection: Connection;
  readonly facts: ServerFacts;
  readonly pid: number;
}

/**
 * The server that already runs on this cluster: left by a Node that was killed, or another process's. One that starts is
 * waited for; one that stops too, and then there is none. `undefined` if there is none. `folder_in_use`,
 * `password_wrong`.
 */
export async function adopt(
  cluster: string,
  password: string,
  { clock, platform }: Surroundings,
): Promise<AnsweringServer | undefined> {
  // Windows: a process of that number which does not take our password is not our server.
  const isSure = platform !== 'win32';
  // 5 min: it may be replaying its log after a crash.
  const found = await until(clock, isSure ? 300_000 : 30_000, () => answerOf(cluster, password));
  if (found === 'none' || (found === undefined && !isSure)) return undefined;
  if (found !== undefined) return found;
  const pid = (await findPostmaster(cluster))?.pid;
  throw new EmbeddedError(
    'folder_in_use',
    `PostgreSQL (process ${pid}) runs on ${cluster} but has not answered for five minutes. Look into postgres.log beside it; "kill -INT ${pid}" ends it, then start again.`,
  );
}

async function answerOf(cluster: string, password: string): Promise<AnsweringServer | 'none' | undefined> {
  const postmaster = await findPostmaster(cluster);
  if (postmaster === undefined) return 'none';
  const connection = connectionTo(postmaster, password);
  if (postmaster.status === 'stopping' || connection.host === '') return undefined;
  const facts = await askServer(connection);
  if (facts === undefined) return undefined;
  return facts.cluster === (await realpath(cluster)) ? { connection, facts, pid: postmaster.pid } : 'none';
}

function connectionTo({ socketFolder, listenAddress, port }: PidFile, password: string): Connection {
  return { host: socketFolder || listenAddress, port, user: superuser, password, database: superuser };
}
