import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createTemplate, startCluster } from '../harness/cluster.ts';
import { describeSchema } from './describe-schema.ts';

/** The committed text of the current schema. */
export const schemaFile = fileURLToPath(new URL('../../schema.sql', import.meta.url));

/** Describes a newly migrated database on its own server. */
export async function describeFreshSchema(): Promise<string> {
  const { connection, stop } = await startCluster();
  try {
    return await describeDatabase({ ...connection, database: await createTemplate(connection) });
  } finally {
    await stop();
  }
}

export async function describeDatabase(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await describeSchema(client);
  } finally {
    await client.end();
  }
}
