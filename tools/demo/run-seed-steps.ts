import { setTimeout as wait } from 'node:timers/promises';
import { createPatients } from './people/patients.ts';
import { anonymous, ClientPool, type SeedContext, type SeedStep } from './seed-context.ts';
import { createBillingSteps } from './steps/billing.ts';
import { createCenterSteps } from './steps/centers.ts';
import { createDoctorSteps } from './steps/doctors.ts';
import { createExamSteps } from './steps/exams.ts';
import { createRegistrationSteps } from './steps/patients.ts';
import { createRequestSteps } from './steps/requests.ts';
import { createSupportSteps } from './steps/support.ts';
import { createVisitSteps } from './steps/visits.ts';

// Sufficient for a slow or busy machine.
const messageTimeoutMs = 600_000;
const examTimeoutMs = 600_000;

/** Runs all seed steps of the year in chronological order, each at its time. Skips steps in the future. */
export async function runSeedSteps(
  seedContext: SeedContext,
  progress: (done: number, all: number, moment: Date) => void,
): Promise<void> {
  const steps = listSteps(seedContext);
  const clients = new ClientPool(seedContext);
  for (const [index, step] of steps.entries()) {
    await runStep(seedContext, clients, step);
    progress(index + 1, steps.length, step.at);
  }
  seedContext.clock.moveTo(seedContext.calendar.now);
  await waitForExams(seedContext);
}

async function runStep(seedContext: SeedContext, clients: ClientPool, step: SeedStep): Promise<void> {
  const { principal, at } = step;
  try {
    await step.run(await clients.getClient(principal, at));
    await waitForMessages(seedContext);
  } catch (error) {
    throw new Error(`${JSON.stringify(principal)} at ${at.toISOString()}: ${String(error)}`, { cause: error });
  }
}

function listSteps(seedContext: SeedContext): SeedStep[] {
  const { patients, steps } = createRegistrationSteps(
    seedContext,
    createPatients(seedContext.size.patients, seedContext.calendar),
  );
  return [
    ...createCenterSteps(seedContext),
    ...createDoctorSteps(seedContext),
    ...createBillingSteps(seedContext),
    ...steps,
    ...createExamSteps(seedContext, patients),
    ...createRequestSteps(seedContext, patients),
    ...createVisitSteps(seedContext, patients),
    ...createSupportSteps(seedContext),
    createRestartStep(seedContext),
  ]
    .filter(({ at }) => at < seedContext.calendar.now)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Creates a restart at night some days ago, so the system log has an entry. */
function createRestartStep(seedContext: SeedContext): SeedStep {
  return { at: seedContext.calendar.at(11, 3.1), principal: anonymous, run: () => seedContext.restart() };
}

/** Waits until all messages are sent. A code is valid for ten minutes, so the clock must not advance before. */
const waitForMessages = (seedContext: SeedContext) =>
  waitUntilEmpty(
    seedContext,
    "SELECT 1 FROM outbox_messages WHERE state IN ('waiting', 'sending') LIMIT 1",
    messageTimeoutMs,
  );

/** Waits until all exams are indexed, which happens in parallel to the steps. */
const waitForExams = (seedContext: SeedContext) =>
  waitUntilEmpty(seedContext, "SELECT 1 FROM exams WHERE status = 'processing' LIMIT 1", examTimeoutMs);

async function waitUntilEmpty({ superuser }: SeedContext, query: string, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const { rows } = await superuser.query(query);
    if (rows.length === 0) return;
    if (performance.now() > deadline) throw new Error(`There are still rows after ${timeoutMs / 1_000} s: ${query}`);
    await wait(3);
  }
}
