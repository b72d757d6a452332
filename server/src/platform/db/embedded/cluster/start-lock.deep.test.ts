import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../time/clock.ts';
import { startTimeOf } from '../process/process-facts.ts';
import { EmbeddedFixture, fastClock, killProcess, readReply } from '../test-embedded-fixture.ts';
import { withStartLock } from './start-lock.ts';

const fixture = new EmbeddedFixture();
afterAll(() => fixture.close());

function newLock(content?: string): string {
  const folder = fixture.newPath();
  mkdirSync(folder);
  const path = join(folder, 'start.lock');
  if (content !== undefined) writeFileSync(path, content);
  return path;
}

async function deadPid(): Promise<number> {
  const child = fixture.run('sleep', ['600']);
  await killProcess(child);
  return Number(child.pid);
}

describe('withStartLock', () => {
  it('writes pid and start time of its holder, and removes the file after success or failure', async () => {
    const path = newLock();
    const content = await withStartLock(path, systemClock, async () => readFileSync(path, 'utf8'));
    expect(content).toBe(`${process.pid} ${await startTimeOf(process.pid)}\n`);
    const failing = withStartLock(path, systemClock, () => Promise.reject(new Error('no disk')));
    await expect(failing).rejects.toThrow('no disk');
    expect(existsSync(path)).toBe(false);
  });

  it('runs one task at a time', async () => {
    const path = newLock();
    let inside = 0;
    const insideCounts: number[] = [];
    const work = async () => {
      inside += 1;
      await new Promise(setImmediate);
      insideCounts.push(inside);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => withStartLock(path, systemClock, work)));
    expect(insideCounts).toEqual(Array(8).fill(1));
  });

  it('passes the lock of a dead process to one waiting caller at a time and leaves no file', async () => {
    const path = newLock(`${await deadPid()} 12345\n`);
    let inside = 0;
    const work = async () => {
      inside += 1;
      expect(inside).toBe(1);
      await new Promise(setImmediate);
      inside -= 1;
    };
    // The callers start one after another, so some wait while others find the dead holder.
    const startLater = async (order: number) => {
      for (let tick = 0; tick < order; tick += 1) await new Promise(setImmediate);
      await withStartLock(path, systemClock, work);
    };
    await Promise.all(Array.from({ length: 40 }, (_, order) => startLater(order)));
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it('replaces a lock whose pid belongs to another process by now', async () => {
    const path = newLock(`${process.pid} 1\n`);
    expect(await withStartLock(path, systemClock, async () => 'started')).toBe('started');
  });

  it('replaces a lock whose creator was killed before it wrote its pid', async () => {
    const path = newLock('');
    utimesSync(path, new Date(0), new Date(0));
    expect(await withStartLock(path, systemClock, async () => 'started')).toBe('started');
  });

  it('keeps a lock that another process acquired after it was found stale', async () => {
    const holder = `${process.pid} ${await startTimeOf(process.pid)}\n`;
    const path = newLock('');
    utimesSync(path, new Date(0), new Date(0));
    // The first read of the clock starts the wait; the second checks the age of the empty lock.
    const clock = fastClock(60_000, (readCount) => readCount === 2 && writeFileSync(path, holder));
    await expect(withStartLock(path, clock, async () => 'started')).rejects.toMatchObject({ code: 'start_busy' });
    expect(readFileSync(path, 'utf8')).toBe(holder);
  });

  it('waits while another process removes a stale lock', async () => {
    const dead = await deadPid();
    const path = newLock(`${dead} 12345\n`);
    const removalLock = `${path}.${dead}-12345`;
    writeFileSync(removalLock, '');
    const seen: boolean[] = [];
    const clock = fastClock(1, () => {
      seen.push(existsSync(path));
      if (seen.length === 8) rmSync(removalLock);
    });
    expect(await withStartLock(path, clock, async () => 'started')).toBe('started');
    expect(seen.slice(0, 8)).toEqual(Array(8).fill(true));
  });

  it('throws start_busy with the path if a live process keeps the lock', async () => {
    const holder = `${process.pid} ${await startTimeOf(process.pid)}\n`;
    const path = newLock(holder);
    const started = withStartLock(path, fastClock(60_000), async () => 'started');
    await expect(started).rejects.toMatchObject({ code: 'start_busy', message: expect.stringContaining(path) });
    expect(readFileSync(path, 'utf8')).toBe(holder);
  });
});

describe('startEmbedded by several processes at once', () => {
  it('starts one server on an empty folder, which the other processes adopt', async () => {
    const path = fixture.newPath();
    const nodes = [1, 2, 3].map(() => fixture.runNode(path, 'alone'));
    const answers = await Promise.all(nodes.map(readReply));
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1);
    expect(answers.filter(({ isAdopted }) => !isAdopted)).toHaveLength(1);
    for (const node of nodes) await killProcess(node);
    const again = [1, 2, 3].map(() => fixture.start(path, { hasWatchdog: false }));
    const adopted = await Promise.all(again);
    expect(adopted.map((server) => server.isAdopted)).toEqual([true, true, true]);
    await Promise.all(adopted.map((server) => server.stop()));
    const once = await Promise.all([1, 2].map(() => fixture.start(path)));
    expect(once.map((server) => server.isAdopted).sort()).toEqual([false, true]);
  });
});
