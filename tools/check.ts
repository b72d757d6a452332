/** The body of `npm test`: every stage to its end, whatever failed before it; then what failed, and the sum in the last line. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './check/child.ts';
import { add, type Counts, describeCounts, none } from './check/counts.ts';
import { chooseStages, readArguments, type Stage } from './check/stages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const interruptedCode = 130;

interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly stop: AbortSignal;
}

async function runStage(stage: Stage, { env, stop }: Surroundings) {
  console.log(`\n== ${stage.name}`);
  const { code, tookMs } = await runCommand(stage.command, { cwd: root, env: { ...env, ...stage.env }, stop });
  const counts = stage.count(code);
  const secondTries = stage.secondTries();
  return {
    counts,
    failures: [
      ...(secondTries.length > 0 ? [`\n== passed at a second try in ${stage.name}`, ...secondTries] : []),
      ...(counts.failed > 0 ? [`\n== failed in ${stage.name}`, ...stage.failures()] : []),
    ],
    line: `${stage.name.padEnd(32)} ${(tookMs / 1000).toFixed(1).padStart(7)} s  ${describeCounts(counts)}`,
  };
}

async function runStages(stages: readonly Stage[], surroundings: Surroundings): Promise<Counts> {
  const lines: string[] = [];
  const failed: string[] = [];
  let sum = none;
  for (const stage of stages) {
    if (surroundings.stop.aborted) break;
    const { counts, line, failures } = await runStage(stage, surroundings);
    lines.push(line);
    failed.push(...failures);
    sum = add(sum, counts);
  }
  if (failed.length > 0) console.log(failed.join('\n'));
  console.log(`\n${lines.join('\n')}`);
  return sum;
}

/** Resolves to the exit code: 0 when no test failed. */
async function check(words: readonly string[]): Promise<number> {
  const asked = readArguments(words);
  const reports = mkdtempSync(join(tmpdir(), 'medcloud-check-'));
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const env = {
    ...process.env,
    ...(asked.full ? { FULL: '1' } : {}),
    // a portal in a process of its own, or a thread, then starts in half of the time: its TypeScript is stripped once
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
  };
  try {
    const sum = await runStages(chooseStages(root, reports, asked), { env, stop: stopping.signal });
    console.log(describeCounts(sum));
    if (stopping.signal.aborted) return interruptedCode;
    return sum.failed === 0 ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

process.exitCode = await check(process.argv.slice(2));
