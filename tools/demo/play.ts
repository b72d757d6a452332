import { setTimeout as wait } from 'node:timers/promises';
import { castPatients } from './cast/patients.ts';
import { centerChores } from './chores/centers.ts';
import { doctorChores } from './chores/doctors.ts';
import { examChores } from './chores/exams.ts';
import { registrations } from './chores/patients.ts';
import { requestChores } from './chores/requests.ts';
import { supportChores } from './chores/support.ts';
import { visitChores } from './chores/visits.ts';
import { type Chore, nobody, Players, type Stage } from './stage.ts';

// on a machine that is slow, or busy with other things
const messagePatienceMs = 600_000;
const examPatienceMs = 600_000;

/** Plays the year: all that everybody did, in the order of time, each thing at its moment. What would be later than now has not happened. */
export async function playYear(
  stage: Stage,
  progress: (done: number, all: number, moment: Date) => void,
): Promise<void> {
  const chores = choresOf(stage);
  const players = new Players(stage);
  for (const [index, chore] of chores.entries()) {
    await play(stage, players, chore);
    progress(index + 1, chores.length, chore.at);
  }
  stage.clock.moveTo(stage.calendar.now);
  await examsAreViewable(stage);
}

async function play(stage: Stage, players: Players, chore: Chore): Promise<void> {
  const { actor, at } = chore;
  try {
    await chore.play(await players.clientFor(actor, at));
    await messagesAreOut(stage);
  } catch (error) {
    throw new Error(`${JSON.stringify(actor)} at ${at.toISOString()}: ${String(error)}`, { cause: error });
  }
}

function choresOf(stage: Stage): Chore[] {
  const { patients, chores } = registrations(stage, castPatients(stage.size.patients, stage.calendar));
  return [
    ...centerChores(stage),
    ...doctorChores(stage),
    ...chores,
    ...examChores(stage, patients),
    ...requestChores(stage, patients),
    ...visitChores(stage, patients),
    ...supportChores(stage),
    newVersion(stage),
  ]
    .filter(({ at }) => at < stage.calendar.now)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** At night, some days ago: the system log tells of it. */
function newVersion(stage: Stage): Chore {
  return { at: stage.calendar.at(11, 3.1), actor: nobody, play: () => stage.restart() };
}

/** A code lives ten minutes: the clock moves on only when nothing waits to be sent. */
const messagesAreOut = (stage: Stage) =>
  noneLeft(stage, "SELECT 1 FROM outbox_messages WHERE state IN ('waiting', 'sending') LIMIT 1", messagePatienceMs);

/** Exams are prepared for viewing beside what is played, and the last of them after it. */
const examsAreViewable = (stage: Stage) =>
  noneLeft(stage, "SELECT 1 FROM exams WHERE status = 'processing' LIMIT 1", examPatienceMs);

async function noneLeft({ portal }: Stage, query: string, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await portal.db.pool.query(query);
    if (rows.length === 0) return;
    if (performance.now() > deadline) throw new Error(`Still there after ${patienceMs / 1_000} s: ${query}`);
    await wait(3);
  }
}
