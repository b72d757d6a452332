import type { OwnPerson, OwnPersonReply } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { issueCode } from '@medcloud/contract/validation-codes';
import { record } from '../audit/record/record.ts';
import { ownScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { DbContext } from '../core/context.ts';
import { countBirthDateTry, getOwnPlace, openForPerson } from './store.ts';
import { toPatientFields } from './to-patient-fields.ts';

/**
 * Opens the pictures of one person of the link for the session with this secret, by the date of birth. The try is
 * counted, and committed, before the date is compared. Returns whether the date was right. Throws `rate_limited` for the
 * third wrong one, after which the phone gets no code for a day, and `unauthenticated` for a session that is unknown, over
 * or already opened.
 */
export async function chooseOwnPerson(
  context: DbContext,
  request: RequestContext,
  secret: string,
  person: OwnPerson,
): Promise<OwnPersonReply> {
  const scope = ownScope(secret, person);
  const triesLeft = await context.db.within(scope, countBirthDateTry);
  if (triesLeft === null) throw new Fault('unauthenticated');
  const isOpened = await context.db.within(scope, async (tx) => {
    const opened = await openForPerson(tx);
    if (opened === null) throw new Fault('unauthenticated');
    const isRight = opened.patientId !== null;
    await record(tx, {
      event: 'own_exams_opened',
      ...toPatientFields(request, isRight ? await getOwnPlace(tx) : null),
      object: { kind: 'request', id: opened.requestId },
      ...(isRight ? {} : { outcome: 'failure' }),
    });
    return isRight;
  });
  if (isOpened || triesLeft > 0) return { opened: isOpened, triesLeft };
  throw new Fault('rate_limited', { reason: issueCode('codes_today'), retryAfterSeconds: 86_400 });
}
