import type pg from 'pg';
import { listenToChannel } from './listen-to-channel.ts';

/*
 * A value that all nodes load, in numbered versions. Each node holds a shared advisory lock of the version that it has.
 * Whoever adds a version waits for the exclusive lock of the one before: then no node is left that knows only that. The
 * lock of a node that ends goes with its connection.
 */

const pollMs = 100;

export interface FollowedVersion {
  /** The channel to notify of a new version, and the prefix of the locks. */
  name: string;
  /** Loads the newest version. Returns its number. */
  load: () => Promise<number>;
  /** Called when the connection is lost or `load` fails. It is tried again. */
  onError: (error: unknown) => void;
}

export interface VersionFollower {
  close(): Promise<void>;
}

/** Keeps this node at the newest version until it is closed. Resolves once it has and holds it. */
export async function followVersion(
  connect: () => Promise<pg.Client>,
  { name, load, onError }: FollowedVersion,
): Promise<VersionFollower> {
  let client: pg.Client | undefined;
  let held: number | null = null;
  let following = Promise.resolve();
  const openClient = async () => {
    const opened = await connect();
    client = opened;
    return opened;
  };
  const follow = async () => {
    const current = client;
    if (current === undefined) return;
    // Again after the lock: a version may have come between loading and locking.
    for (let version = await load(); version !== held; version = await load()) {
      await current.query('SELECT pg_advisory_lock_shared(hashtextextended($1, 0))', [lockName(name, version)]);
      if (held !== null)
        await current.query('SELECT pg_advisory_unlock_shared(hashtextextended($1, 0))', [lockName(name, held)]);
      held = version;
    }
  };
  const { promise: isFollowing, resolve, reject } = Promise.withResolvers<void>();
  const update = () => {
    following = following.then(follow).then(resolve, (error: unknown) => {
      reject(error);
      onError(error);
    });
  };
  const listener = listenToChannel(
    openClient,
    name,
    update,
    (error) => {
      client = undefined;
      held = null;
      reject(error);
      onError(error);
    },
    update,
  );
  const close = async () => {
    await following;
    await listener.close();
  };
  try {
    await isFollowing;
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

/** Waits until no node has only `version`. Calls `onWait` before each further look. */
export async function waitForFollowers(
  client: pg.Client,
  { name, version, onWait }: { name: string; version: number; onWait: () => void },
): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
      [lockName(name, version)],
    );
    if (rows[0]?.taken === true) break;
    onWait();
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lockName(name, version)]);
}

const lockName = (name: string, version: number) => `${name} ${version}`;
