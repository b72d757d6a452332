import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeep, seed as runSeed } from '../harness/depth.ts';
import {
  type Act,
  Approve,
  Block,
  Deny,
  EndByOther,
  EnterCode,
  Grant,
  Narrow,
  OpenLink,
  type Real,
  Reinstate,
  Reject,
  Request,
  Restart,
  Review,
  Revoke,
  Subscribe,
  Suspend,
  Wait,
} from './consent-acts.ts';
import { ConsentFixtures } from './consent-fixtures.ts';
import { dayMs, hourMs, type Model, minuteMs, newModel } from './consent-model.ts';

// The environment can set another number of sequences, and the seed of an earlier run.
const sequences = Number(process.env.MODEL_SEQUENCES ?? (isDeep ? 300 : 10));
const seed = Number(process.env.MODEL_SEED ?? runSeed);

/** Number of portals that run sequences in parallel, because a single one mostly waits. */
const parallelRuns = isDeep ? 3 : 2;

const back = fc.integer({ min: 0, max: 1 });
const kinds = fc.constantFrom(['ct'] as const, ['mri'] as const, ['ct', 'mri'] as const);
const acts = [
  // Acts that lead to a grant are frequent, so sequences reach one.
  fc.constant(new Request()),
  fc.constant(new Request()),
  fc.constant(new EnterCode(true)),
  fc.constant(new EnterCode(true)),
  fc.constant(new EnterCode(true)),
  fc.constant(new EnterCode(false)),
  fc.tuple(fc.constant(0), fc.constantFrom(7 as const, 30 as const), fc.option(kinds)).map((of) => new Grant(...of)),
  fc.tuple(back, fc.constantFrom(7 as const, 30 as const), fc.option(kinds)).map((of) => new Grant(...of)),
  back.map((of) => new Deny(of)),
  back.map((of) => new Revoke(of)),
  back.map((of) => new EndByOther('center', of)),
  back.map((of) => new EndByOther('doctor', of)),
  fc.tuple(back, kinds).map((of) => new Narrow(...of)),
  back.map((of) => new OpenLink(of)),
  fc.constant(new Block()),
  fc.constantFrom(61_000, 61_000, 11 * minuteMs, 61 * minuteMs).map((ms) => new Wait(ms)),
  // Just before and after periods in days: a pending link (3), a denial and the shortest grant (7).
  fc.constantFrom(71 * hourMs, 73 * hourMs, 167 * hourMs, 169 * hourMs).map((ms) => new Wait(ms)),
  fc.constantFrom(25 * hourMs, 31 * dayMs, 91 * dayMs).map((ms) => new Wait(ms)),
  fc.constant(new Review()),
  fc.constant(new Approve()),
  fc.constant(new Reject()),
  fc.constant(new Suspend()),
  // A suspended doctor sees nothing, so reinstatement is frequent.
  fc.constant(new Reinstate()),
  fc.constant(new Reinstate()),
  fc.boolean().map((isActive) => new Subscribe(isActive)),
  fc.constant(new Restart()),
];

const requestAndCode = [new Request(), new EnterCode(true)];
/** Acts before a sequence, because random acts alone rarely reach a grant. */
const prologues: (readonly Act[])[] = [
  [],
  requestAndCode,
  [...requestAndCode, new Grant(0, 30, null)],
  [...requestAndCode, new Deny(0)],
  [...requestAndCode, new Review()],
];

/** Runs one portal's share of the sequences, each with its own fixture. */
async function runSequences(fixtures: ConsentFixtures, runSeedOffset: number): Promise<void> {
  const start = async (prologue: readonly Act[]): Promise<{ model: Model; real: Real }> => {
    const started = { model: newModel(), real: { fixtures, fixture: await fixtures.newFixture() } };
    for (const act of prologue) await act.run(started.model, started.real);
    return started;
  };
  const sequence = fc.asyncProperty(
    fc.constantFrom(...prologues),
    fc.commands(acts, { size: 'max', maxCommands: 12 }),
    async (prologue, commands) => {
      const started = await start(prologue);
      await fc.asyncModelRun(() => started, commands);
      const { fixture } = started.real;
      expect((await fixtures.countSms(fixture)) - fixture.smsBefore, 'SMS to the patient').toBe(started.model.smsCount);
    },
  );
  await fc.assert(sequence, {
    numRuns: Math.ceil(sequences / parallelRuns),
    seed: runSeedOffset,
    endOnFailure: true,
    includeErrorInReport: true,
  });
}

/** R13: the real portal matches the state machine of security, section 7, for any sequence of acts. */
describe('consent state machine', () => {
  const allFixtures: ConsentFixtures[] = [];
  beforeAll(async () => {
    for (let run = 0; run < parallelRuns; run += 1) allFixtures.push(await ConsentFixtures.create());
  });
  afterAll(async () => {
    for (const fixtures of allFixtures) await fixtures.close();
  });

  it(`matches its model in ${sequences} sequences of acts, from seed ${seed}`, async () => {
    const ends = await Promise.allSettled(allFixtures.map((fixtures, run) => runSequences(fixtures, seed + run)));
    expect(ends.map((end) => (end.status === 'fulfilled' ? 'agrees' : String(end.reason)))).toEqual(
      Array.from({ length: parallelRuns }, () => 'agrees'),
    );
  });
});
