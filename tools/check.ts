/**
 * Runs `npm test` and `npm run test:deep`: every stage to its end, also after failures. Then prints the failures and
 * the sum.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addCounts, describeCounts, noCounts } from './check/counts.ts';
import { type Run, repeatCommand } from './check/repeat.ts';
import { runPipelines, type StageResult, seconds } from './check/run-pipelines.ts';
import { choosePipelines, parseArguments, type Stage } from './check/stages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const interruptedCode = 130;

/** Describes the run: its stages, expected duration and seed. */
function describeRun(pipelines: readonly (readonly Stage[])[], { isDeep, seed }: Run): string {
  const names = pipelines.map((pipeline) => [...new Set(pipeline.map(({ name }) => name))].join(', '));
  const duration = isDeep ? 'an hour' : 'a quarter of an hour';
  const length = pipelines.length > 1 ? ` Takes about ${duration} on two cores.` : '';
  return `${isDeep ? 'npm run test:deep' : 'npm test'}: ${names.join(', beside ')}.${length} SEED=${seed}`;
}

function formatReport(results: readonly StageResult[], run: Run): string[] {
  const failed = results.filter(({ counts }) => counts.failed > 0);
  const table = results.map(
    ({ name, tookMs, counts }) => `${name.padEnd(12)} ${seconds(tookMs).padStart(7)}  ${describeCounts(counts)}`,
  );
  return [
    ...failed.flatMap(({ name, failures }) => [`\n== failed in ${name}`, ...failures.map(({ text }) => text)]),
    `\n${table.join('\n')}`,
    describeCounts(results.map(({ counts }) => counts).reduce(addCounts, noCounts)),
    ...(failed.length > 0
      ? [`Repeat what failed: ${failed.map(({ name, failures }) => repeatCommand(run, name, failures)).join(' ; ')}`]
      : []),
  ];
}

/** Runs the stages. Resolves to the exit code: 0 if no test failed. */
async function check(words: readonly string[]): Promise<number> {
  const options = parseArguments(words);
  const run = { isDeep: options.isDeep, seed: process.env.SEED ?? String(randomInt(2 ** 31)) };
  const reports = mkdtempSync(join(tmpdir(), 'medcloud-check-'));
  const stopController = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopController.abort());
  const env = {
    ...process.env,
    ...(run.isDeep ? { DEEP: '1' } : {}),
    ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    SEED: run.seed,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
  };
  try {
    const pipelines = choosePipelines({ root, reports }, options);
    const startedMs = performance.now();
    console.log(describeRun(pipelines, run));
    const writeLine = (line: string) => console.log(line);
    const results = await runPipelines(pipelines, { cwd: root, env, stop: stopController.signal, writeLine });
    console.log(`\nTook ${seconds(performance.now() - startedMs)}.`);
    console.log(formatReport(results, run).join('\n'));
    if (stopController.signal.aborted) return interruptedCode;
    return results.every(({ counts }) => counts.failed === 0) ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

process.exitCode = await check(process.argv.slice(2));
