import { addCounts, type Counts, describeCounts, noCounts } from './counts.ts';
import type { Failure } from './failures.ts';
import { runCommand } from './run-command.ts';
import { needsWeb, type Stage, type StageName } from './stages.ts';

interface PipelineOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stop: AbortSignal;
  /** Prints one line. */
  readonly writeLine: (line: string) => void;
}

/** The result of one stage. Commands with the same name are one stage. */
export interface StageResult {
  readonly name: StageName;
  readonly tookMs: number;
  readonly counts: Counts;
  readonly failures: readonly Failure[];
}

const nameWidth = 10;

/**
 * Output lines shown for a stage that fails without a failed test: a compiler's errors, or an error outside of tests.
 */
const maxOutputLines = 60;

export const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;

/** How a stage's commands run: alone they inherit our output. */
interface StageOptions {
  readonly isAlone: boolean;
  readonly niceness: number;
}

/**
 * Nice value of all pipelines but the first. The browser's pipeline has one worker, which often waits for a page: with
 * precedence it takes as long as alone, and the unit tests' three workers use the time in between. At 5, the workers
 * together get as much as one browser, and still a share beside other programs.
 */
const laterNiceness = 5;

async function runStage(
  stage: Stage,
  { isAlone, niceness }: StageOptions,
  pipelineOptions: PipelineOptions,
): Promise<StageResult> {
  const { name } = stage;
  const { cwd, env, stop, writeLine } = pipelineOptions;
  const last: string[] = [];
  const onLine = (line: string) => {
    writeLine(`${name.padEnd(nameWidth)} | ${line}`);
    if (last.push(line) > maxOutputLines) last.shift();
  };
  const options = { cwd, env: { ...env, ...stage.env }, stop, niceness, ...(isAlone ? {} : { onLine }) };
  const { code, tookMs } = await runCommand(stage.command, options);
  const counts = stage.count(code);
  const listedFailures = counts.failed === 0 ? [] : stage.failures();
  const isUnlisted = counts.failed > 0 && listedFailures.length === 0;
  const failures = isUnlisted ? [{ text: [`exit code ${code}, after:`, ...last].join('\n') }] : listedFailures;
  return { name, tookMs, counts, failures };
}

const createSkippedResult = (name: StageName): StageResult => ({
  name,
  tookMs: 0,
  counts: { ...noCounts, failed: 1 },
  failures: [{ text: 'not run, since the web application was not built' }],
});

const mergeResults = (one: StageResult, other: StageResult): StageResult => ({
  name: one.name,
  tookMs: one.tookMs + other.tookMs,
  counts: addCounts(one.counts, other.counts),
  failures: [...one.failures, ...other.failures],
});

/** Groups the commands by stage name, in their order. */
function groupByName(pipeline: readonly Stage[]): Stage[][] {
  const names = [...new Set(pipeline.map(({ name }) => name))];
  return names.map((name) => pipeline.filter((stage) => stage.name === name));
}

/**
 * Runs the pipelines in parallel and every stage to its end, also after failures; the first has precedence. Skips stages
 * that need a failed web build.
 */
export async function runPipelines(
  pipelines: readonly (readonly Stage[])[],
  pipelineOptions: PipelineOptions,
): Promise<StageResult[]> {
  const { writeLine, stop } = pipelineOptions;
  const isAlone = pipelines.length === 1;
  const results: StageResult[] = [];
  const built = Promise.withResolvers<boolean>();
  if (!pipelines.flat().some(({ name }) => name === 'web')) built.resolve(true);
  const runNamed = async (commands: readonly Stage[], name: StageName, niceness: number): Promise<void> => {
    if (stop.aborted) return built.resolve(false);
    if (needsWeb(name) && !(await built.promise)) return void results.push(createSkippedResult(name));
    writeLine(`== ${name}: begins`);
    const parts: StageResult[] = [];
    for (const command of commands) parts.push(await runStage(command, { isAlone, niceness }, pipelineOptions));
    const result = parts.reduce(mergeResults);
    writeLine(`== ${name}: ${describeCounts(result.counts)} in ${seconds(result.tookMs)}`);
    if (name === 'web') built.resolve(result.counts.failed === 0);
    results.push(result);
  };
  const runPipeline = async (pipeline: readonly Stage[], index: number): Promise<void> => {
    const niceness = index === 0 ? 0 : laterNiceness;
    for (const commands of groupByName(pipeline)) if (commands[0]) await runNamed(commands, commands[0].name, niceness);
  };
  await Promise.all(pipelines.map(runPipeline));
  return results;
}
