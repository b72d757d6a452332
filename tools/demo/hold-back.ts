import type { Exam } from '@medcloud/contract';
import type { Portal } from '@medcloud/server/src/domain/portal/portal.ts';

/**
 * The only row of the demonstration that is not written by the portal itself. The exam's file names another person than
 * the patient it was uploaded to. A portal that compares the two holds it back by itself, and then this does nothing;
 * until it does, the state is set here, by the database's owner, as such an exam would have it.
 */
export async function holdBack({ db }: Pick<Portal, 'db'>, exam: Exam): Promise<void> {
  if (exam.status === 'needs-attention') return;
  await db.pool.query(
    `UPDATE exams SET status = 'needs-attention', status_reason = '{"cause": "patient-mismatch"}' WHERE id = $1`,
    [exam.id],
  );
}
