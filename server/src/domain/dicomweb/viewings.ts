import type { Clock } from '../../platform/kit/clock.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import type { SeenExam } from './store.ts';

/** What was looked at. */
export type Looked = 'lists' | 'metadata' | 'frames' | 'instances' | 'pictures' | 'values';

interface Viewing {
  readonly seen: SeenExam;
  readonly asking: Asking;
  readonly beganAt: number;
  readonly began: Promise<void>;
  readonly counts: Map<Looked, number>;
}

const windowMs = 5 * 60_000;
const mostKept = 10_000;

/**
 * The trace of exams that are looked at, folded (security 4): one event when a session opens an exam, before the first byte
 * leaves; reads of the next five minutes are counted, and told by a second event once they are over.
 */
export class Viewings {
  readonly #portal: Pick<Portal, 'db'>;
  readonly #clock: Clock;
  readonly #open = new Map<string, Viewing>();

  constructor(portal: Pick<Portal, 'db'>, clock: Clock) {
    this.#portal = portal;
    this.#clock = clock;
  }

  /** Notes that something of an exam is about to be given to whoever asks; returns once the viewing has its trace. */
  async note(
    scope: CenterScope | DoctorScope,
    asking: Asking,
    seen: SeenExam,
    looked: Looked,
    count = 1,
  ): Promise<void> {
    const key = asking.who.kind === 'nobody' ? '' : `${asking.who.sessionId} ${seen.examId}`;
    const now = this.#clock.now().getTime();
    let viewing = this.#open.get(key);
    if (viewing !== undefined && now - viewing.beganAt >= windowMs) {
      await this.#end(key, viewing);
      viewing = this.#open.get(key);
    }
    viewing ??= this.#begin(key, scope, asking, seen, now);
    viewing.counts.set(looked, (viewing.counts.get(looked) ?? 0) + count);
    await viewing.began;
  }

  #begin(key: string, scope: CenterScope | DoctorScope, asking: Asking, seen: SeenExam, beganAt: number): Viewing {
    const began = this.#portal.db.within(scope, (tx) => record(tx, eventOf('exam_viewed', asking, seen, {})));
    const viewing = { seen, asking, beganAt, began, counts: new Map<Looked, number>() };
    this.#open.set(key, viewing);
    began.catch(() => this.#open.delete(key));
    const [oldest] = this.#open;
    if (this.#open.size > mostKept && oldest) void this.#end(...oldest);
    return viewing;
  }

  async #end(key: string, viewing: Viewing): Promise<void> {
    if (this.#open.get(key) !== viewing) return;
    this.#open.delete(key);
    const { seen, asking, counts } = viewing;
    // the session may be over by now: the trace is written all the same
    await this.#portal.db.within(systemScope('sweep'), (tx) =>
      record(tx, eventOf('exam_viewing_ended', asking, seen, Object.fromEntries(counts))),
    );
  }

  /** Tells of viewings whose five minutes are over; of all where the portal ends. */
  async tell({ all }: { all: boolean }): Promise<void> {
    const now = this.#clock.now().getTime();
    for (const [key, viewing] of [...this.#open])
      if (all || now - viewing.beganAt >= windowMs) await this.#end(key, viewing);
  }
}

function eventOf(
  event: 'exam_viewed' | 'exam_viewing_ended',
  asking: Asking,
  { examId, centerId, patientUuid, examType, grantId, publicPatientId }: SeenExam,
  counts: Record<string, number>,
) {
  return {
    event,
    ...askedBy(asking),
    centerId,
    patientId: patientUuid,
    object: { kind: 'exam', id: examId },
    examType,
    ...(grantId === undefined ? {} : { purpose: grantId }),
    details: { ...counts, ...(publicPatientId === undefined ? {} : { patientId: publicPatientId }) },
  } as const;
}
