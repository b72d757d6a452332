import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { countExit } from './counts.ts';
import { runPipelines } from './run-pipelines.ts';
import type { Stage, StageName } from './stages.ts';

const createStage = (name: StageName, script: string): Stage => ({
  name,
  command: [process.execPath, '--eval', script],
  count: countExit,
  failures: () => [{ text: `${name} failed` }],
});

async function run(pipelines: Stage[][], stop = new AbortController().signal) {
  const lines: string[] = [];
  const results = await runPipelines(pipelines, {
    cwd: '/',
    env: process.env,
    stop,
    writeLine: (line) => void lines.push(line),
  });
  return { lines, results: Object.fromEntries(results.map(({ name, ...result }) => [name, result])) };
}

it('runPipelines runs each pipeline to its end after failures, and prefixes lines with their stage', async () => {
  const { lines, results } = await run([
    [createStage('lint', 'process.exit(1)'), createStage('dead', "console.log('looks')")],
    [
      createStage('types', ''),
      { ...createStage('types', "console.log('a.ts: wrong'); process.exit(2)"), failures: () => [] },
    ],
  ]);
  expect(results).toMatchObject({
    lint: { counts: { passed: 0, failed: 1, skipped: 0 }, failures: [{ text: 'lint failed' }] },
    dead: { counts: { passed: 1, failed: 0, skipped: 0 }, failures: [] },
    types: { counts: { passed: 1, failed: 1, skipped: 0 }, failures: [{ text: 'exit code 2, after:\na.ts: wrong' }] },
  });
  expect(lines).toContain('dead       | looks');
  expect(lines.filter((line) => line === '== types: begins')).toHaveLength(1);
  expect(lines).toContainEqual(expect.stringMatching(/^== types: 1 passed, 1 failed, 0 skipped in \d+ s$/));
});

it('runPipelines waits for the web application, and skips dependent stages if its build failed', async () => {
  const late = "setTimeout(() => console.log('built'), 50)";
  const waitedRun = await run([[createStage('web', late)], [createStage('unit', "console.log('tested')")]]);
  expect(waitedRun.lines.indexOf('web        | built')).toBeLessThan(waitedRun.lines.indexOf('unit       | tested'));
  const failedRun = await run([
    [createStage('web', 'process.exit(1)'), createStage('browser', '')],
    [createStage('unit', ''), createStage('crash', '')],
  ]);
  expect(failedRun.results).toMatchObject({
    browser: { counts: { passed: 0, failed: 1 }, failures: [{ text: expect.stringContaining('not built') }] },
    unit: { counts: { passed: 0, failed: 1 } },
    crash: { counts: { passed: 1, failed: 0 } },
  });
});

it('runPipelines gives the first pipeline precedence', async () => {
  // The priority is set after the start. The number of looks ends a failing test.
  const later = `for (let looks = 0; os.getPriority() <= ${getPriority()} && looks < 1e7; looks += 1) fs.statSync('.');
    console.log(os.getPriority() > ${getPriority()})`;
  const { lines } = await run([[createStage('crash', 'console.log(os.getPriority())')], [createStage('unit', later)]]);
  expect(lines).toContain(`crash      | ${getPriority()}`);
  expect(lines).toContain('unit       | true');
});

it('runPipelines starts no stage after a stop', async () => {
  const pipelines = [
    [createStage('web', ''), createStage('browser', '')],
    [createStage('lint', ''), createStage('unit', '')],
  ];
  const { results } = await run(pipelines, AbortSignal.abort());
  expect(results).toEqual({});
});
