import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app/create-app.ts';
import { type RestoreResult, runRestore } from '../../src/commands/backup-restore.ts';
import { verifyChain } from '../../src/domain/audit/chain/verify-chain.ts';
import { adminLogin } from '../harness/test-app.ts';
import { FrozenRelease, frozenFolder } from './frozen-release.ts';

/**
 * Restores a backup of the release of 2026-11-23: container format, key contexts, wrapped keys, backup format,
 * password hashes, token hashes and the audit hash chain.
 */
describe('backup of the release of 2026-11-23', () => {
  let release: FrozenRelease;
  let app: App;
  let restored: RestoreResult;

  beforeAll(async () => {
    release = await FrozenRelease.prepare();
    restored = await runRestore(release.config, release.overrides, {
      from: join(frozenFolder, 'backup'),
      confirmUnsigned: async (name) => name,
      writeLine: () => undefined,
    });
    app = await release.start();
  });
  afterAll(() => release.close());

  const client = () => release.client(app);
  const signInCenter = () => client().signIn(routes.auth.centerLogin.path, release.facts.center);

  it('restores with every original intact', () => {
    expect(restored.verified).toMatchObject({ good: 3, bad: [] });
  });

  it('records that the backup had no signature', async () => {
    expect(
      await release.select(
        `SELECT details -> 'unsigned' AS unsigned FROM audit_events WHERE event = 'backup_restored'`,
      ),
    ).toEqual([{ unsigned: true }]);
    expect(await release.select(`SELECT level FROM system_events WHERE code = 'backup-unsigned'`)).toEqual([
      { level: 'warning' },
    ]);
  });

  it('downloads each exam with its hash, for the center and for the doctor with consent', async () => {
    const doctor = await client().signIn(routes.auth.doctorLogin.path, release.facts.doctor);
    for (const reader of [await signInCenter(), doctor]) {
      for (const { id, sha256 } of release.facts.exams) {
        const response = await reader.raw('GET', `/api/download/${id}`);
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      }
    }
  });

  it('decrypts the phone, the AMKA and the notes', async () => {
    const center = await signInCenter();
    const { patientId, phone, amka } = release.facts.patient;
    expect(await center.call(routes.center.patients, {})).toMatchObject([{ patientId, phone }]);
    expect(await center.call(routes.center.revealAmka, { params: { patientId } })).toEqual({ amka });
    const exams = await center.call(routes.center.examHistory, {});
    expect(exams.map(({ notes }) => notes ?? undefined)).toEqual(
      expect.arrayContaining(release.facts.exams.map(({ notes }) => notes)),
    );
  });

  it('has each stored subscription as a period that an administrator set', async () => {
    const periods = await release.select(
      `SELECT u.subscription_start_date = p.from_day AND u.subscription_end_date = p.to_day AS "isSame", p.kind
       FROM users u LEFT JOIN subscription_periods p ON p.user_id = u.id WHERE u.subscription_status = 'active' AND u.role = 'doctor'`,
    );
    expect(periods.length).toBeGreaterThan(3);
    for (const period of periods) expect(period).toEqual({ isSame: true, kind: 'manual' });
  });

  it('opens the consent link and the inbox', async () => {
    const { consentToken: accessToken } = release.facts;
    const link = await client().json('POST', routes.patientAccess.lookup.path, { accessToken });
    expect(link.status).toBe(200);
    const admin = await client().signIn(routes.auth.adminLogin.path, adminLogin);
    const messages = await admin.call(routes.admin.supportMessages, { query: {} });
    expect(JSON.stringify(messages)).toContain('Πώς βλέπω την εξέταση;');
  });

  it('verifies the audit hash chain', async () => {
    expect(await verifyChain(app.context)).toMatchObject({ fault: { kind: 'signed-on' } });
  });
});
