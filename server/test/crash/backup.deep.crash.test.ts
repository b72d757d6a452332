import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DatabaseLogins } from '../../src/platform/db/logins.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { isDeep, seed as runSeed } from '../harness/depth.ts';
import { urlsOf } from '../harness/urls-of.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type CrashFixture, createCrashFixture } from './create-crash-fixture.ts';

describe('backup and restore commands that are killed', () => {
  let fixture: CrashFixture;
  const seed = Number(process.env.CRASH_SEED ?? runSeed % 100_000);
  const kills = Array.from({ length: isDeep ? 10 : 1 }, (_, step) => step);
  beforeAll(async () => {
    fixture = await createCrashFixture();
    process.stdout.write(`killed backups: seed ${seed}\n`);
  });
  afterAll(() => fixture.close());

  const backupFolder = () => `${fixture.folder}-backups`;
  /** Checks whether the process holds the lock of the backup folder. */
  const isWorking = async (pid: number | undefined) =>
    (await readFile(join(backupFolder(), 'backup.lock'), 'utf8').catch(() => '')).startsWith(`${pid} `);

  /** Runs a command. With `killAfterMs`, kills it that long after its work began. */
  async function run(command: string, rest: string[], folder: string, logins: DatabaseLogins, killAfterMs?: number) {
    const child = spawn(process.execPath, [`server/src/commands/${command}.ts`, ...rest], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: folder,
        ...urlsOf(logins),
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    const all = Promise.all([text(child.stdout), text(child.stderr), ended]);
    if (killAfterMs !== undefined) {
      await Promise.race([ended, waitUntil(() => child.exitCode !== null || isWorking(child.pid))]);
      // The kill may hit any moment; the progress until then does not matter.
      await wait(killAfterMs);
      child.kill('SIGKILL');
    }
    const [stdout, stderr, [code]] = await all;
    return { code, stdout, stderr };
  }

  it('succeed when run again, and their leftovers never count as a backup', async () => {
    const target = `${fixture.folder}-restored`;
    const database = await copyTemplate(inject('cluster'));
    // Kill times cover the whole run: a backup of these few rows takes half a second.
    const after = (step: number) => (seed * 7 + step * 331) % 500;
    try {
      for (const step of kills) await run('backup', [backupFolder()], fixture.folder, fixture.logins, after(step));
      const backup = await run('backup', [backupFolder()], fixture.folder, fixture.logins);
      expect(backup, backup.stderr).toMatchObject({ code: 0 });
      await fixture.first.close();
      expect((await readdir(backupFolder())).filter((name) => name.endsWith('.part'))).toEqual([]);

      await cp(join(fixture.folder, 'keys'), join(target, 'keys'), { recursive: true });
      for (const step of kills) await run('restore', [backupFolder()], target, database.logins, after(step));
      const restored = await run('restore', [backupFolder()], target, database.logins);
      const isComplete = restored.code === 0 || restored.stderr.includes('already: it was restored to its end');
      expect(isComplete, restored.stderr).toBe(true);
      const verified = await run('verify-originals', [], target, database.logins);
      expect(verified.stdout).toContain(`${fixture.uploadLog.acknowledged.size} files`);
      expect(verified.code).toBe(0);
    } finally {
      await database.drop();
      for (const path of [backupFolder(), target]) await rm(path, { recursive: true, force: true });
    }
  });
});
