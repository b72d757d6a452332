import type { Tx } from '../../platform/db/database.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { Asking } from '../authorization/who.ts';
import { takeDownload } from '../exams/take-download.ts';
import type { Portal } from '../portal/portal.ts';
import { retrievalTrace } from './note-retrieval.ts';
import type { SeenExam } from './store.ts';

/** What was looked at. */
export type Looked = 'lists' | 'metadata' | 'frames' | 'instances' | 'pictures' | 'values';

/** What a viewing's two events are called. Originals that are taken one by one are a download, and counted as one. */
type Kind = keyof typeof ends;
const ends = { exam_viewed: 'exam_viewing_ended', exam_downloaded: 'exam_download_ended' } as const;
const kindOf = (looked: Looked): Kind => (looked === 'instances' ? 'exam_downloaded' : 'exam_viewed');

interface Viewing {
  readonly kind: Kind;
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
 * leaves; reads of the next five minutes are counted, and told by a second event once they are over. Instances as they were
 * uploaded have a fold of their own: its first is one of a doctor's downloads of a day, and a viewer that opens a whole
 * series by them takes one.
 */
export class Viewings {
  readonly #portal: Pick<Portal, 'db' | 'clock' | 'random'>;
  readonly #open = new Map<string, Viewing>();

  constructor(portal: Pick<Portal, 'db' | 'clock' | 'random'>) {
    this.#portal = portal;
  }

  /**
   * Notes that something of an exam is about to be given to whoever asks; returns once the viewing has its trace. Fails with
   * `rate_limited` for instances beyond a doctor's 500th download of a day.
   */
  async note(
    scope: CenterScope | DoctorScope,
    asking: Asking,
    seen: SeenExam,
    looked: Looked,
    count = 1,
  ): Promise<void> {
    const kind = kindOf(looked);
    const key = asking.who.kind === 'nobody' ? '' : `${asking.who.sessionId} ${seen.examId} ${kind}`;
    const now = this.#portal.clock.now().getTime();
    let viewing = this.#open.get(key);
    if (viewing !== undefined && now - viewing.beganAt >= windowMs) {
      await this.#end(key, viewing);
      viewing = this.#open.get(key);
    }
    viewing ??= this.#begin(key, kind, scope, asking, seen, now);
    viewing.counts.set(looked, (viewing.counts.get(looked) ?? 0) + count);
    await viewing.began;
  }

  #begin(
    key: string,
    kind: Kind,
    scope: CenterScope | DoctorScope,
    asking: Asking,
    seen: SeenExam,
    beganAt: number,
  ): Viewing {
    const began = this.#portal.db.within(scope, (tx) => this.#record(tx, kind, scope, asking, seen));
    const viewing = { kind, seen, asking, beganAt, began, counts: new Map<Looked, number>() };
    this.#open.set(key, viewing);
    began.catch(() => this.#open.delete(key));
    const [oldest] = this.#open;
    if (this.#open.size > mostKept && oldest) void this.#end(...oldest);
    return viewing;
  }

  async #record(tx: Tx, kind: Kind, scope: CenterScope | DoctorScope, asking: Asking, seen: SeenExam): Promise<void> {
    if (kind === 'exam_downloaded' && scope.kind === 'doctor') await takeDownload(this.#portal, tx, scope.doctorId);
    await record(tx, eventOf(kind, asking, seen, kind === 'exam_downloaded' ? { by: 'instances' } : {}));
  }

  async #end(key: string, viewing: Viewing): Promise<void> {
    if (this.#open.get(key) !== viewing) return;
    this.#open.delete(key);
    const { kind, seen, asking, counts } = viewing;
    // the session may be over by now: the trace is written all the same
    await this.#portal.db.within(systemScope('sweep'), (tx) =>
      record(tx, eventOf(ends[kind], asking, seen, Object.fromEntries(counts))),
    );
  }

  /** Tells of viewings whose five minutes are over; of all where the portal ends. */
  async tell({ all }: { all: boolean }): Promise<void> {
    const now = this.#portal.clock.now().getTime();
    for (const [key, viewing] of [...this.#open])
      if (all || now - viewing.beganAt >= windowMs) await this.#end(key, viewing);
  }
}

function eventOf(
  event: Kind | (typeof ends)[Kind],
  asking: Asking,
  seen: SeenExam,
  facts: Record<string, number | string>,
) {
  return { event, ...askedBy(asking), ...retrievalTrace(seen, facts) } as const;
}
