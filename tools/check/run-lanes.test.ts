import { expect, it } from 'vitest';
import { countExit } from './counts.ts';
import { runLanes } from './run-lanes.ts';
import type { Stage, StageName } from './stages.ts';

const stage = (name: StageName, script: string): Stage => ({
  name,
  command: [process.execPath, '--eval', script],
  count: countExit,
  failures: () => [{ text: `${name} failed` }],
});

async function run(lanes: Stage[][], stop = new AbortController().signal) {
  const said: string[] = [];
  const results = await runLanes(lanes, { cwd: '/', env: process.env, stop, say: (line) => void said.push(line) });
  return { said, results: Object.fromEntries(results.map(({ name, ...result }) => [name, result])) };
}

it('runs each lane to its end, whatever failed, and says which line is whose', async () => {
  const { said, results } = await run([
    [stage('lint', 'process.exit(1)'), stage('dead', "console.log('looks')")],
    [stage('types', ''), { ...stage('types', "console.log('a.ts: wrong'); process.exit(2)"), failures: () => [] }],
  ]);
  expect(results).toMatchObject({
    lint: { counts: { passed: 0, failed: 1, skipped: 0 }, failures: [{ text: 'lint failed' }] },
    dead: { counts: { passed: 1, failed: 0, skipped: 0 }, failures: [] },
    types: { counts: { passed: 1, failed: 1, skipped: 0 }, failures: [{ text: 'exit code 2, after:\na.ts: wrong' }] },
  });
  expect(said).toContain('dead       | looks');
  expect(said.filter((line) => line === '== types: begins')).toHaveLength(1);
  expect(said).toContainEqual(expect.stringMatching(/^== types: 1 passed, 1 failed, 0 skipped in \d+ s$/));
});

it('waits for the web application, and runs nothing on one that was not built', async () => {
  const late = "setTimeout(() => console.log('built'), 50)";
  const waits = await run([[stage('web', late)], [stage('unit', "console.log('tested')")]]);
  expect(waits.said.indexOf('web        | built')).toBeLessThan(waits.said.indexOf('unit       | tested'));
  const fails = await run([
    [stage('web', 'process.exit(1)'), stage('browser', '')],
    [stage('unit', ''), stage('crash', '')],
  ]);
  expect(fails.results).toMatchObject({
    browser: { counts: { passed: 0, failed: 1 }, failures: [{ text: expect.stringContaining('not built') }] },
    unit: { counts: { passed: 0, failed: 1 } },
    crash: { counts: { passed: 1, failed: 0 } },
  });
});

it('begins nothing once it is stopped', async () => {
  const lanes = [
    [stage('web', ''), stage('browser', '')],
    [stage('lint', ''), stage('unit', '')],
  ];
  const { results } = await run(lanes, AbortSignal.abort());
  expect(results).toEqual({});
});
