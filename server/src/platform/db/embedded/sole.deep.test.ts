import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/harness/leftovers.ts';
import { isAlive } from './process-facts.ts';
import { answerOf, killHard, query, TestGround } from './test-ground.ts';

const ground = new TestGround();
let template = '';
beforeAll(async () => {
  template = await ground.makeTemplate();
});
afterAll(() => ground.close());

describe('one portal a folder', () => {
  it('refuses a second one while the first lives, and leaves its database alone', async () => {
    const path = ground.copyOf(template);
    const holder = await answerOf(ground.runNode(path, 'sole'));
    await expect(ground.start(path, { sole: true })).rejects.toMatchObject({
      code: 'folder_in_use',
      message: expect.stringMatching(/already runs on this data folder \(process \d+\)/),
    });
    expect(await isAlive(holder.pid)).toBe(true);
  });

  it('takes over what a killed one left', async () => {
    const path = ground.copyOf(template);
    const holder = ground.runNode(path, 'sole');
    await answerOf(holder);
    await killHard(holder);
    const { connection } = await ground.start(path, { sole: true });
    expect(await query(connection, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
  });

  it('lets go of the folder when it stops', async () => {
    const path = ground.copyOf(template);
    const server = await ground.start(path, { sole: true });
    await server.stop();
    expect(existsSync(join(path, 'owner.lock'))).toBe(false);
    await expect(ground.start(path, { sole: true })).resolves.toMatchObject({ adopted: false });
  });
});

describe('a postmaster that is killed', () => {
  it.each([true, false])(
    'is started again where it was (watchdog: %s), and what was committed is there',
    async (watchdog) => {
      const path = ground.copyOf(template);
      const server = await ground.start(path, { sole: true, watchdog });
      await query(server.connection, 'INSERT INTO kept VALUES (43)');
      const killed = server.pid;
      process.kill(killed, 'SIGKILL');
      await eventually(async () => server.pid !== killed);
      expect(await query(server.connection, 'SELECT count(*)::int AS rows FROM kept')).toEqual({ rows: 2 });
      await server.stop();
      expect(await isAlive(server.pid)).toBe(false);
    },
  );
});
