import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { App } from '../../src/app/create-app.ts';
import { checkpointPath } from '../../src/domain/audit/chain/checkpoint-file.ts';
import { verifyChain } from '../../src/domain/audit/chain/verify-chain.ts';
import { getTablePath, listBackups } from '../../src/domain/backup/manifest.ts';
import { readPart } from '../../src/domain/backup/parts.ts';
import { readManifest } from '../../src/domain/backup/signed-manifest.ts';
import { openRestoreTransaction } from '../../src/platform/db/backup/restore-transaction.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { getUpload, offsetOf, send } from '../harness/tus.ts';
import { FrozenRelease, frozenFolder } from './frozen-release.ts';

const backupFolder = join(frozenFolder, 'backup');
const uploadFolder = join(frozenFolder, 'upload');
const uploadShape = z.object({ path: z.string(), offset: z.number(), sha256: z.string(), row: z.unknown() });

/**
 * Starts on the rows and files as the release of 2026-11-23 left them, without a restore: sessions, requests and
 * uploads are open. The tables are filled at that release's schema, so the start migrates them.
 */
describe('data folder of the release of 2026-11-23', () => {
  let release: FrozenRelease;
  let app: App;
  let upload: z.infer<typeof uploadShape>;

  beforeAll(async () => {
    release = await FrozenRelease.prepare();
    upload = uploadShape.parse(JSON.parse(await readFile(join(uploadFolder, 'upload.json'), 'utf8')));
    await fillTables();
    for (const folder of [backupFolder, uploadFolder])
      await cp(join(folder, 'objects'), release.config.objectsFolder, { recursive: true });
    app = await release.start();
  });
  afterAll(() => release.close());

  async function fillTables(): Promise<void> {
    const [name = ''] = await listBackups(backupFolder);
    const { manifest } = await readManifest(backupFolder, name);
    const { owner } = release.overrides.logins;
    await migrate(owner, { upTo: manifest.migrations.at(-1) ?? '' });
    const loading = await openRestoreTransaction(owner);
    for (const shape of loading.tables) {
      const table = manifest.tables.find((one) => one.name === shape.name);
      if (!table) continue; // counters of the running application
      const path = getTablePath(backupFolder, manifest, table);
      await loading.load(shape, table.columns, readPart({ path, facts: table, identities: [] }));
    }
    const row = 'INSERT INTO uploads SELECT * FROM json_populate_record(NULL::uploads, $1)';
    await loading.run(row, [JSON.stringify(upload.row)]);
    await loading.setCounters(manifest.counters);
    const { rows } = await loading.run('SELECT line FROM audit_checkpoints ORDER BY number');
    await loading.finish();
    await loading.close();
    // the same lines are in a file of the data folder
    for (const folder of release.config.auditFolders) {
      await mkdir(folder, { recursive: true });
      await writeFile(checkpointPath(folder), rows.map(({ line }) => `${line}\n`).join(''));
    }
  }

  const signInCenter = () => release.client(app).signIn(routes.auth.centerLogin.path, release.facts.center);
  const download = async (id: string) => {
    const response = await (await signInCenter()).raw('GET', `/api/download/${id}`);
    return createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
  };

  it('downloads each exam with its hash', async () => {
    for (const { id, sha256 } of release.facts.exams) expect(await download(id)).toBe(sha256);
  });

  it('verifies the audit hash chain', async () => {
    expect(await verifyChain(app.context)).toMatchObject({ fault: null });
  });

  it('continues a half-sent upload, and stores the exam with the hash of its file', async () => {
    const center = await signInCenter();
    expect(await offsetOf(center, upload.path)).toBe(upload.offset);
    const rest = gunzipSync(await readFile(join(uploadFolder, 'rest.gz')));
    const response = await send(center, upload.path, upload.offset, rest);
    expect(response.status).toBe(204);
    const { exam } = await getUpload(center, upload.path);
    expect(await download(exam?.id ?? '')).toBe(upload.sha256);
  });
});
