import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyTemplate } from '../cluster.ts';
import { isDeep } from '../depth.ts';
import { type Ground, openGround } from './ground.ts';

type Connection = Awaited<ReturnType<typeof copyTemplate>>['connection'];

const urlOf = ({ host = '', user = '', password, database = '' }: Connection) =>
  `postgresql://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${encodeURIComponent(host)}`;

describe('a backup or a restore that is killed', () => {
  let ground: Ground;
  const seed = Number(process.env.CRASH_SEED ?? Date.now() % 100_000);
  const kills = Array.from({ length: isDeep ? 10 : 1 }, (_, step) => step);
  beforeAll(async () => {
    ground = await openGround();
    process.stdout.write(`killed backups: seed ${seed}\n`);
  });
  afterAll(() => ground.close());

  /** Runs one of the two commands, and kills it after a while where one is given. */
  async function run(command: string, rest: string[], folder: string, connection: Connection, killAfterMs?: number) {
    const child = spawn(process.execPath, [`server/src/${command}.ts`, ...rest], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: urlOf(connection), LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const killing = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    clearTimeout(killing);
    return { code, said, complained };
  }

  it('is run again and ends well, and what it left is never taken for a backup', async () => {
    const into = join(ground.folder, '..', `backups-${seed}`);
    const target = join(ground.folder, '..', `restored-${seed}`);
    const database = await copyTemplate(inject('cluster'));
    // from the first instruction to the last: a backup of these few rows takes about a second
    const after = (step: number) => 250 + ((seed * 7 + step * 331) % 900);
    try {
      for (const step of kills) await run('backup', [into], ground.folder, ground.connection, after(step));
      const backup = await run('backup', [into], ground.folder, ground.connection);
      expect(backup, backup.complained).toMatchObject({ code: 0 });
      await ground.first.close();
      expect((await readdir(into)).filter((name) => name.endsWith('.part'))).toEqual([]);

      await cp(join(ground.folder, 'keys'), join(target, 'keys'), { recursive: true });
      for (const step of kills) await run('restore', [into], target, database.connection, after(step));
      const restored = await run('restore', [into], target, database.connection);
      const isWhole = restored.code === 0 || restored.complained.includes('already: it was restored to its end');
      expect(isWhole, restored.complained).toBe(true);
      const verified = await run('verify', [], target, database.connection);
      expect(verified.said).toContain(`${ground.ledger.acknowledged.size} files`);
      expect(verified.code).toBe(0);
    } finally {
      await database.drop();
      for (const path of [into, target]) await rm(path, { recursive: true, force: true });
    }
  }, 240_000); // six programs are started, one after another
});
