import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyTemplate } from '../harness/cluster.ts';
import { isDeep, seed as runSeed } from '../harness/depth.ts';
import { eventually } from '../harness/leftovers.ts';
import { type Ground, openGround } from './ground.ts';

type Connection = Awaited<ReturnType<typeof copyTemplate>>['connection'];

const urlOf = ({ host = '', user = '', password, database = '' }: Connection) =>
  `postgresql://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${encodeURIComponent(host)}`;

describe('a backup or a restore that is killed', () => {
  let ground: Ground;
  const seed = Number(process.env.CRASH_SEED ?? runSeed % 100_000);
  const kills = Array.from({ length: isDeep ? 10 : 1 }, (_, step) => step);
  beforeAll(async () => {
    ground = await openGround();
    process.stdout.write(`killed backups: seed ${seed}\n`);
  });
  afterAll(() => ground.close());

  const into = () => `${ground.folder}-backups`;
  /** Whether a process works in the folder of backups, as the lock in it says. */
  const isAtWork = async (pid: number | undefined) =>
    (await readFile(join(into(), 'backup.lock'), 'utf8').catch(() => '')).startsWith(`${pid} `);

  /** Runs one of the two commands; where a time is given it is killed so long after its work began. */
  async function run(command: string, rest: string[], folder: string, connection: Connection, killAfterMs?: number) {
    const child = spawn(process.execPath, [`server/src/commands/${command}.ts`, ...rest], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: folder,
        DATABASE_URL: urlOf(connection),
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    const all = Promise.all([text(child.stdout), text(child.stderr), ended]);
    if (killAfterMs !== undefined) {
      await Promise.race([ended, eventually(() => child.exitCode !== null || isAtWork(child.pid))]);
      // any moment will do, that is the test, and what was done by then is not asked
      await wait(killAfterMs);
      child.kill('SIGKILL');
    }
    const [said, complained, [code]] = await all;
    return { code, said, complained };
  }

  it('is run again and ends well, and what it left is never taken for a backup', async () => {
    const target = `${ground.folder}-restored`;
    const database = await copyTemplate(inject('cluster'));
    // from the first of its work to the last: a backup of these few rows takes half a second
    const after = (step: number) => (seed * 7 + step * 331) % 500;
    try {
      for (const step of kills) await run('backup', [into()], ground.folder, ground.connection, after(step));
      const backup = await run('backup', [into()], ground.folder, ground.connection);
      expect(backup, backup.complained).toMatchObject({ code: 0 });
      await ground.first.close();
      expect((await readdir(into())).filter((name) => name.endsWith('.part'))).toEqual([]);

      await cp(join(ground.folder, 'keys'), join(target, 'keys'), { recursive: true });
      for (const step of kills) await run('restore', [into()], target, database.connection, after(step));
      const restored = await run('restore', [into()], target, database.connection);
      const isWhole = restored.code === 0 || restored.complained.includes('already: it was restored to its end');
      expect(isWhole, restored.complained).toBe(true);
      const verified = await run('verify', [], target, database.connection);
      expect(verified.said).toContain(`${ground.ledger.acknowledged.size} files`);
      expect(verified.code).toBe(0);
    } finally {
      await database.drop();
      for (const path of [into(), target]) await rm(path, { recursive: true, force: true });
    }
  });
});
