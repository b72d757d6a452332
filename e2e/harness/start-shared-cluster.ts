import { createTemplate, startCluster } from '@medcloud/server/test/harness/cluster.ts';

/** Starts one database server for the whole run, with a database for each app: a worker starts one second sooner. */
export default async function startSharedCluster(): Promise<() => Promise<void>> {
  const { connection, stop } = await startCluster();
  await createTemplate(connection); // once, before each worker would create it
  const [user, password, host] = [connection.user, connection.password, connection.host].map(encodeURIComponent);
  // workers are separate processes that inherit this environment
  process.env.TEST_DATABASE_URL = `postgres://${user}:${password}@${host}:${connection.port}/postgres`;
  return stop;
}
