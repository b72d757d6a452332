/** The body of `npm test` and `npm run test:deep`: every stage to its end, whatever failed before it; then what failed, and the sum. */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { add, describeCounts, none } from './check/counts.ts';
import { type Run, repeatCommand } from './check/repeat.ts';
import { runLanes, type StageResult, seconds } from './check/run-lanes.ts';
import { chooseLanes, readArguments, type Stage } from './check/stages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const interruptedCode = 130;

/** What the run is going to do, from its first second on. */
function announce(lanes: readonly (readonly Stage[])[], { isDeep, seed }: Run): string {
  const names = lanes.map((lane) => [...new Set(lane.map(({ name }) => name))].join(', '));
  const usual = isDeep ? 'sixteen minutes' : 'six minutes';
  const length = lanes.length > 1 ? ` Takes about ${usual} on two cores.` : '';
  return `${isDeep ? 'npm run test:deep' : 'npm test'}: ${names.join(', beside ')}.${length} SEED=${seed}`;
}

function report(results: readonly StageResult[], run: Run): string[] {
  const failed = results.filter(({ counts }) => counts.failed > 0);
  const table = results.map(
    ({ name, tookMs, counts }) => `${name.padEnd(12)} ${seconds(tookMs).padStart(7)}  ${describeCounts(counts)}`,
  );
  return [
    ...failed.flatMap(({ name, failures }) => [`\n== failed in ${name}`, ...failures.map(({ text }) => text)]),
    `\n${table.join('\n')}`,
    describeCounts(results.map(({ counts }) => counts).reduce(add, none)),
    ...(failed.length > 0
      ? [`Repeat what failed: ${failed.map(({ name, failures }) => repeatCommand(run, name, failures)).join(' ; ')}`]
      : []),
  ];
}

/** Resolves to the exit code: 0 when no test failed. */
async function check(words: readonly string[]): Promise<number> {
  const asked = readArguments(words);
  const run = { isDeep: asked.isDeep, seed: process.env.SEED ?? String(randomInt(2 ** 31)) };
  const reports = mkdtempSync(join(tmpdir(), 'medcloud-check-'));
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const env = {
    ...process.env,
    ...(run.isDeep ? { DEEP: '1' } : {}),
    ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    SEED: run.seed,
    // a portal in a process of its own, or a thread, then starts in half of the time: its TypeScript is stripped once
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
  };
  try {
    const lanes = chooseLanes({ root, reports }, asked);
    const startedMs = performance.now();
    console.log(announce(lanes, run));
    const say = (line: string) => console.log(line);
    const results = await runLanes(lanes, { cwd: root, env, stop: stopping.signal, say });
    console.log(`\nTook ${seconds(performance.now() - startedMs)}.`);
    console.log(report(results, run).join('\n'));
    if (stopping.signal.aborted) return interruptedCode;
    return results.every(({ counts }) => counts.failed === 0) ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

process.exitCode = await check(process.argv.slice(2));
