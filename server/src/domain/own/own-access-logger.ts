import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { record } from '../audit/record/record.ts';
import { ownScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { AppContext } from '../core/context.ts';
import { getOwnPlace, type OwnExamRow } from './store.ts';
import { toPatientFields } from './to-patient-fields.ts';

const windowMs = 5 * 60_000;
const maxWindows = 10_000;

/** Logs a patient's views of own exams in windows of five minutes: one event before the first image of a session leaves. */
export class OwnAccessLogger {
  readonly #context: Pick<AppContext, 'db' | 'clock'>;
  readonly #windows = new Map<string, { startedAt: number; logged: Promise<void> }>();

  constructor(context: Pick<AppContext, 'db' | 'clock'>) {
    this.#context = context;
  }

  /** Resolves once the event of this session and exam is written. */
  async logView(request: RequestContext, secret: string, exam: Pick<OwnExamRow, 'id' | 'examType'>): Promise<void> {
    const key = `${hashSecret(secret).toString('hex')} ${exam.id}`;
    const now = this.#context.clock.now().getTime();
    const known = this.#windows.get(key);
    if (known !== undefined && now - known.startedAt < windowMs) return await known.logged;
    const logged = this.#record(request, secret, exam);
    this.#windows.delete(key);
    this.#windows.set(key, { startedAt: now, logged });
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > maxWindows && oldest !== undefined) this.#windows.delete(oldest);
    logged.catch(() => this.#windows.delete(key));
    await logged;
  }

  async #record(
    request: RequestContext,
    secret: string,
    { id, examType }: Pick<OwnExamRow, 'id' | 'examType'>,
  ): Promise<void> {
    await this.#context.db.within(ownScope(secret), async (tx) =>
      record(tx, {
        event: 'own_exam_viewed',
        ...toPatientFields(request, await getOwnPlace(tx)),
        object: { kind: 'exam', id },
        examType,
      }),
    );
  }
}
