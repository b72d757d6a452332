import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import * as z from 'zod';
import { type App, createApp } from '../../src/app/create-app.ts';
import type { TestOverrides } from '../../src/commands/connect-database.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { defaultKeyPath } from '../../src/platform/config/key-source.ts';
import type { DatabaseLogins } from '../../src/platform/db/logins.ts';
import { ShiftableClock } from '../../src/platform/time/clock.ts';
import { Client } from '../harness/client.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { createFastHasher } from '../harness/fast-passwords.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { openSuperuserPool } from '../harness/scoped-database.ts';

/** What the release of 2026-11-23 stored (`README.md`). */
export const frozenFolder = fileURLToPath(new URL('./2026-11-23', import.meta.url));

const login = z.object({ password: z.string() });
const factsShape = z.object({
  takenAt: z.coerce.date(),
  center: login.extend({ centerId: z.string() }),
  patient: z.object({ patientId: z.string(), phone: z.string(), amka: z.string() }),
  exams: z.array(z.object({ id: z.string(), sha256: z.string(), notes: z.string().optional() })),
  doctor: login.extend({ email: z.string() }),
  consentToken: z.string(),
});
type Facts = z.infer<typeof factsShape>;

/** An empty database and data folder with the release's master key, to be filled with what it stored. */
export class FrozenRelease {
  readonly facts: Facts;
  readonly config: Config;
  readonly overrides: TestOverrides & { readonly logins: DatabaseLogins };
  readonly superuser: pg.Pool;
  readonly #cleanups: (() => Promise<unknown>)[];

  private constructor(
    facts: Facts,
    config: Config,
    overrides: FrozenRelease['overrides'],
    superuser: pg.Pool,
    cleanups: (() => Promise<unknown>)[],
  ) {
    this.facts = facts;
    this.config = config;
    this.overrides = overrides;
    this.superuser = superuser;
    this.#cleanups = cleanups;
  }

  static async prepare(): Promise<FrozenRelease> {
    const facts = factsShape.parse(JSON.parse(await readFile(join(frozenFolder, 'facts.json'), 'utf8')));
    const dataFolder = await mkdtemp(join(tmpdir(), 'medcloud-frozen-'));
    const { connection, logins, drop } = await copyTemplate({ ...inject('cluster'), template: 'template0' });
    const superuser = openSuperuserPool(connection);
    const config = readConfig({ DATA_DIR: dataFolder, PORT: '0' });
    await cp(join(frozenFolder, 'master.key'), defaultKeyPath(config.dataDir), { recursive: true });
    const overrides = { logins, isTestDatabase: true, logger: pino({ level: 'silent' }) };
    return new FrozenRelease(facts, config, overrides, superuser, [
      () => rm(dataFolder, { recursive: true, force: true }),
      drop,
      () => superuser.end(),
    ]);
  }

  /** Starts the app of today on the database and folder, at the time of the release. */
  async start(): Promise<App> {
    const clock = new ShiftableClock();
    clock.advance(this.facts.takenAt.getTime() - Date.now());
    const passwords = createFastHasher();
    const app = await createApp(this.config, { ...this.overrides, clock, passwords, hasPages: false, jobs: quietJobs });
    this.#cleanups.push(() => app.close());
    return app;
  }

  client(app: App): Client {
    return new Client(app.origin, this.config);
  }

  /** Runs a statement past the policies. */
  async select(statement: string): Promise<unknown[]> {
    return (await this.superuser.query(statement)).rows;
  }

  async close(): Promise<void> {
    for (const close of this.#cleanups.toReversed()) await close();
  }
}
