import { createTemplate, startCluster } from '@medcloud/server/test/harness/cluster.ts';

/** One database server for the whole run, in which each portal has a database of its own: a worker starts a second sooner. */
export default async function startSharedCluster(): Promise<() => Promise<void>> {
  const { connection, stop } = await startCluster();
  await createTemplate(connection); // once, before the workers would each begin it
  const [user, password, host] = [connection.user, connection.password, connection.host].map(encodeURIComponent);
  // the workers are processes of their own, and have this one's environment
  process.env.TEST_DATABASE_URL = `postgres://${user}:${password}@${host}:${connection.port}/postgres`;
  return stop;
}
