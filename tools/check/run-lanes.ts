import { runCommand } from './child.ts';
import { add, type Counts, describeCounts, none } from './counts.ts';
import type { Failure } from './failures.ts';
import { needsWeb, type Stage, type StageName } from './stages.ts';

interface Surroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stop: AbortSignal;
  /** Takes one line for the person who runs the check. */
  readonly say: (line: string) => void;
}

/** How one stage ended; the commands of a name are one stage. */
export interface StageResult {
  readonly name: StageName;
  readonly tookMs: number;
  readonly counts: Counts;
  readonly failures: readonly Failure[];
}

const nameWidth = 10;

/** Of the output of a stage that fails without naming a test: a compiler's errors, or one outside of all tests. */
const keptLines = 60;

export const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;

async function runStage(stage: Stage, isAlone: boolean, surroundings: Surroundings): Promise<StageResult> {
  const { name } = stage;
  const { cwd, env, stop, say } = surroundings;
  const last: string[] = [];
  const onLine = (line: string) => {
    say(`${name.padEnd(nameWidth)} | ${line}`);
    if (last.push(line) > keptLines) last.shift();
  };
  const options = { cwd, env: { ...env, ...stage.env }, stop, ...(isAlone ? {} : { onLine }) };
  const { code, tookMs } = await runCommand(stage.command, options);
  const counts = stage.count(code);
  const listed = counts.failed === 0 ? [] : stage.failures();
  const isUnlisted = counts.failed > 0 && listed.length === 0;
  const failures = isUnlisted ? [{ text: [`exit code ${code}, after:`, ...last].join('\n') }] : listed;
  return { name, tookMs, counts, failures };
}

const notRun = (name: StageName): StageResult => ({
  name,
  tookMs: 0,
  counts: { ...none, failed: 1 },
  failures: [{ text: 'not run, since the web application was not built' }],
});

const join = (one: StageResult, other: StageResult): StageResult => ({
  name: one.name,
  tookMs: one.tookMs + other.tookMs,
  counts: add(one.counts, other.counts),
  failures: [...one.failures, ...other.failures],
});

/** The commands of one name as one stage, in the order in which they stand. */
function byName(lane: readonly Stage[]): Stage[][] {
  const names = [...new Set(lane.map(({ name }) => name))];
  return names.map((name) => lane.filter((stage) => stage.name === name));
}

/** Every stage to its end, lane beside lane, whatever failed before it; without the web application, what needs it is not run. */
export async function runLanes(
  lanes: readonly (readonly Stage[])[],
  surroundings: Surroundings,
): Promise<StageResult[]> {
  const { say, stop } = surroundings;
  const isAlone = lanes.length === 1;
  const results: StageResult[] = [];
  const built = Promise.withResolvers<boolean>();
  if (!lanes.flat().some(({ name }) => name === 'web')) built.resolve(true);
  const runNamed = async (commands: readonly Stage[], name: StageName): Promise<void> => {
    if (stop.aborted) return built.resolve(false);
    if (needsWeb(name) && !(await built.promise)) return void results.push(notRun(name));
    say(`== ${name}: begins`);
    const parts: StageResult[] = [];
    for (const command of commands) parts.push(await runStage(command, isAlone, surroundings));
    const result = parts.reduce(join);
    say(`== ${name}: ${describeCounts(result.counts)} in ${seconds(result.tookMs)}`);
    if (name === 'web') built.resolve(result.counts.failed === 0);
    results.push(result);
  };
  const runLane = async (lane: readonly Stage[]): Promise<void> => {
    for (const commands of byName(lane)) if (commands[0]) await runNamed(commands, commands[0].name);
  };
  await Promise.all(lanes.map(runLane));
  return results;
}
