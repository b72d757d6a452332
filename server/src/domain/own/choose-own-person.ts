import type { OwnPerson, OwnPersonReply } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { issueCode } from '@medcloud/contract/validation-codes';
import { record } from '../audit/record/record.ts';
import { ownScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { DbContext } from '../core/context.ts';
import { getOwnPlace, openForPerson } from './store.ts';
import { toPatientFields } from './to-patient-fields.ts';

/**
 * Opens the pictures of one person of the link for the session with this secret, by the date of birth. The try is counted
 * before the date is compared. Returns whether the date was right. Throws `rate_limited` for the third wrong one, after which
 * the phone gets no code for a day, and `unauthenticated` for a session that is unknown, over or already opened.
 */
export async function chooseOwnPerson(
  context: DbContext,
  request: RequestContext,
  secret: string,
  person: OwnPerson,
): Promise<OwnPersonReply> {
  const reply = await context.db.within(ownScope(secret, person), async (tx) => {
    const opened = await openForPerson(tx);
    if (opened === null) throw new Fault('unauthenticated');
    const isRight = opened.patientId !== null;
    await record(tx, {
      event: 'own_exams_opened',
      ...toPatientFields(request, isRight ? await getOwnPlace(tx) : null),
      object: { kind: 'request', id: opened.requestId },
      ...(isRight ? {} : { outcome: 'failure' }),
    });
    return { opened: isRight, triesLeft: opened.triesLeft };
  });
  if (reply.opened || reply.triesLeft > 0) return reply;
  throw new Fault('rate_limited', { reason: issueCode('codes_today'), retryAfterSeconds: 86_400 });
}
