import { setTimeout as wait } from 'node:timers/promises';
import { castPatients } from './cast/patients.ts';
import { centerChores } from './chores/centers.ts';
import { doctorChores } from './chores/doctors.ts';
import { examChores } from './chores/exams.ts';
import { registrations } from './chores/patients.ts';
import { requestChores } from './chores/requests.ts';
import { supportChores } from './chores/support.ts';
import { visitChores } from './chores/visits.ts';
import { type Chore, Players, type Stage } from './stage.ts';

const patienceMs = 10_000;

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
  ]
    .filter(({ at }) => at < stage.calendar.now)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** A code lives ten minutes: the clock moves on only when nothing waits to be sent. */
async function messagesAreOut({ portal }: Stage): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await portal.db.pool.query(
      "SELECT 1 FROM outbox_messages WHERE state IN ('waiting', 'sending') LIMIT 1",
    );
    if (rows.length === 0) return;
    if (performance.now() > deadline) throw new Error('A message does not leave.');
    await wait(3);
  }
}
