import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { eventScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { checkDownloadLimit } from '../exams/check-download-limit.ts';
import { retrievalEvent } from './log-retrieval.ts';

/** What was viewed. */
export type AccessKind = 'lists' | 'metadata' | 'frames' | 'instances' | 'pictures' | 'values';

/** The start event of a view. Originals read one by one are a download, and count as one. */
type AccessEvent = keyof typeof endEvents;
const endEvents = { exam_viewed: 'exam_viewing_ended', exam_downloaded: 'exam_download_ended' } as const;
const eventFor = (accessKind: AccessKind): AccessEvent =>
  accessKind === 'instances' ? 'exam_downloaded' : 'exam_viewed';

interface AccessWindow {
  readonly kind: AccessEvent;
  readonly exam: VisibleExam;
  readonly request: RequestContext;
  readonly startedAt: number;
  readonly started: Promise<void>;
  readonly counts: Map<AccessKind, number>;
}

const windowMs = 5 * 60_000;
const maxWindows = 10_000;

/**
 * Logs views of exams in windows of five minutes (security 4). The first read of a session writes one event before the
 * first byte leaves. Reads within the window are counted, and a second event records the counts when it closes.
 *
 * Original instances have a window of their own. Its first read counts as one of a doctor's daily downloads, so a
 * viewer that opens a whole series instance by instance uses one download.
 */
export class AccessLogger {
  readonly #context: Pick<AppContext, 'db' | 'clock' | 'random'>;
  readonly #windows = new Map<string, AccessWindow>();

  constructor(context: Pick<AppContext, 'db' | 'clock' | 'random'>) {
    this.#context = context;
  }

  /**
   * Logs that `count` items of an exam are about to be sent. Resolves once the window's first event is written. Throws
   * `rate_limited` for instances beyond a doctor's 500th download in 24 hours.
   */
  async log(
    scope: CenterScope | DoctorScope,
    request: RequestContext,
    exam: VisibleExam,
    accessKind: AccessKind,
    count = 1,
  ): Promise<void> {
    const kind = eventFor(accessKind);
    const key = keyOf(request, exam, kind);
    const now = this.#context.clock.now().getTime();
    let accessWindow = this.#windows.get(key);
    if (accessWindow !== undefined && now - accessWindow.startedAt >= windowMs) {
      await this.#close(key, accessWindow);
      accessWindow = this.#windows.get(key);
    }
    accessWindow ??= this.#start(key, kind, scope, request, exam, now);
    accessWindow.counts.set(accessKind, (accessWindow.counts.get(accessKind) ?? 0) + count);
    await accessWindow.started;
  }

  #start(
    key: string,
    kind: AccessEvent,
    scope: CenterScope | DoctorScope,
    request: RequestContext,
    exam: VisibleExam,
    startedAt: number,
  ): AccessWindow {
    const started = this.#context.db.within(scope, (tx) => this.#record(tx, kind, scope, request, exam));
    const accessWindow = { kind, exam, request, startedAt, started, counts: new Map<AccessKind, number>() };
    this.#windows.set(key, accessWindow);
    started.catch(() => this.#windows.delete(key));
    const [oldest] = this.#windows;
    if (this.#windows.size > maxWindows && oldest) void this.#close(...oldest);
    return accessWindow;
  }

  async #record(
    tx: Tx,
    kind: AccessEvent,
    scope: CenterScope | DoctorScope,
    request: RequestContext,
    exam: VisibleExam,
  ): Promise<void> {
    if (kind === 'exam_downloaded' && scope.kind === 'doctor')
      await checkDownloadLimit(this.#context, tx, scope.doctorId);
    await record(tx, toAuditEntry(kind, request, exam, kind === 'exam_downloaded' ? { by: 'instances' } : {}));
  }

  async #close(key: string, accessWindow: AccessWindow): Promise<void> {
    if (this.#windows.get(key) !== accessWindow) return;
    this.#windows.delete(key);
    const { kind, exam, request, counts } = accessWindow;
    await this.#context.db.within(eventScope(request.principal), (tx) =>
      record(tx, toAuditEntry(endEvents[kind], request, exam, Object.fromEntries(counts))),
    );
  }

  /** Closes windows older than five minutes, or all of them with `shouldCloseAll` (on shutdown). */
  async flush({ shouldCloseAll }: { shouldCloseAll: boolean }): Promise<void> {
    const now = this.#context.clock.now().getTime();
    for (const [key, accessWindow] of [...this.#windows])
      if (shouldCloseAll || now - accessWindow.startedAt >= windowMs) await this.#close(key, accessWindow);
  }
}

/** An exam that moved to another patient, or is seen under another grant, is viewed anew. */
function keyOf(
  { principal }: RequestContext,
  { examId, patientUuid, grantId }: VisibleExam,
  kind: AccessEvent,
): string {
  return principal.kind === 'anonymous' ? '' : [principal.sessionId, examId, patientUuid, grantId, kind].join(' ');
}

function toAuditEntry(
  event: AccessEvent | (typeof endEvents)[AccessEvent],
  request: RequestContext,
  exam: VisibleExam,
  facts: Record<string, number | string>,
) {
  return { event, ...toAuditFields(request), ...retrievalEvent(exam, facts) } as const;
}
