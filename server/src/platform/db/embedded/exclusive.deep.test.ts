import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../../test/harness/wait-until.ts';
import { isAlive } from './process/process-facts.ts';
import { EmbeddedFixture, killProcess, query, readReply } from './test-embedded-fixture.ts';

const fixture = new EmbeddedFixture();
let template = '';
beforeAll(async () => {
  template = await fixture.createTemplate();
});
afterAll(() => fixture.close());

describe('startEmbedded with isExclusive', () => {
  it('throws folder_in_use while another process holds the folder, and does not touch its database', async () => {
    const path = fixture.copyOf(template);
    const holder = await readReply(fixture.runNode(path, 'sole'));
    await expect(fixture.start(path, { isExclusive: true })).rejects.toMatchObject({
      code: 'folder_in_use',
      message: expect.stringMatching(/already runs on this data folder \(process \d+\)/),
    });
    expect(await isAlive(holder.pid)).toBe(true);
  });

  it('takes over the folder of a killed process', async () => {
    const path = fixture.copyOf(template);
    const holder = fixture.runNode(path, 'sole');
    await readReply(holder);
    await killProcess(holder);
    const { connection } = await fixture.start(path, { isExclusive: true });
    expect(await query(connection, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
  });

  it('releases the folder on stop', async () => {
    const path = fixture.copyOf(template);
    const server = await fixture.start(path, { isExclusive: true });
    await server.stop();
    expect(existsSync(join(path, 'owner.lock'))).toBe(false);
    await expect(fixture.start(path, { isExclusive: true })).resolves.toMatchObject({ isAdopted: false });
  });
});

describe('superviseServer', () => {
  it.each([true, false])(
    'restarts a killed postmaster at the same address with all committed data (watchdog: %s)',
    async (hasWatchdog) => {
      const path = fixture.copyOf(template);
      const server = await fixture.start(path, { isExclusive: true, hasWatchdog });
      await query(server.connection, 'INSERT INTO kept VALUES (43)');
      const killed = server.pid;
      process.kill(killed, 'SIGKILL');
      await waitUntil(async () => server.pid !== killed);
      expect(await query(server.connection, 'SELECT count(*)::int AS rows FROM kept')).toEqual({ rows: 2 });
      await server.stop();
      expect(await isAlive(server.pid)).toBe(false);
    },
  );
});
