import { notifyPatientReaders } from '../domain/access/on-patient-changed.ts';
import { cancelRequestsOfDoctor } from '../domain/access/requests/on-doctor-suspended-or-rejected.ts';
import { cancelRequestsOnPhoneChange } from '../domain/access/requests/on-patient-phone-changed.ts';
import { closeOnRejection, revokeOnSuspension } from '../domain/accounts/on-doctor-suspended-or-rejected.ts';
import { storeSubscription } from '../domain/accounts/on-subscription-changed.ts';
import { raiseUnpaidAlarm } from '../domain/alarms/on-center-unpaid.ts';
import { raiseRefusedAlarm } from '../domain/alarms/on-document-refused.ts';
import { raiseUndecidedAlarm } from '../domain/alarms/on-payment-undecided.ts';
import { raisePaymentsAlarm } from '../domain/alarms/on-payment-unsettled.ts';
import { endUndecidedAlarm } from '../domain/alarms/on-payments-decided.ts';
import { raiseSmsAlarms } from '../domain/alarms/on-sms-counted.ts';
import { rewrapSetKeys } from '../domain/annotations/on-exam-moved.ts';
import { endPlanChoice } from '../domain/billing/plan-change/on-center-plan-changed.ts';
import { storePlan } from '../domain/centers/on-center-plan-set.ts';
import { touchCenter } from '../domain/centers/on-center-signed-in-or-exam-stored.ts';
import type { AppContext } from '../domain/core/context.ts';
import type { EventHandlers } from '../domain/core/event-bus.ts';
import { movePlanChange } from '../domain/doctors/on-period-end-set.ts';
import { enqueueStoredExam } from '../domain/imaging/on-exam-stored.ts';
import { enqueueWithdrawnExam } from '../domain/imaging/on-exam-withdrawn.ts';
import { enqueueScan } from '../domain/imaging/scan/enqueue-exams-to-scan.ts';
import {
  noteChanges,
  noteGrants,
  noteRevocations,
} from '../domain/notifications/on-access-granted-changed-or-revoked.ts';
import { noteStoredExam } from '../domain/notifications/on-exam-stored-or-moved.ts';

type HandlerContext = Pick<AppContext, 'db' | 'queue' | 'keys' | 'clock' | 'random' | 'settings'>;

/** Maps each event to its handlers, in order: the only place that imports both the emitting and the reacting nouns. */
export function createEventHandlers(context: HandlerContext): EventHandlers {
  return {
    access_granted: [noteGrants],
    access_changed: [noteChanges],
    access_revoked: [noteRevocations],
    patient_changed: [notifyPatientReaders],
    patient_phone_changed: [cancelRequestsOnPhoneChange],
    doctor_suspended: [revokeOnSuspension, cancelRequestsOfDoctor],
    doctor_rejected: [closeOnRejection, cancelRequestsOfDoctor],
    exam_stored: [
      touchCenter,
      (tx, event) => enqueueStoredExam(context, tx, event),
      (tx, event) => enqueueScan(context, tx, event),
      noteStoredExam,
    ],
    exam_withdrawn: [(tx, event) => enqueueWithdrawnExam(context, tx, event)],
    exam_moved: [(tx, event) => rewrapSetKeys(context, tx, event), noteStoredExam],
    center_signed_in: [touchCenter],
    subscription_changed: [storeSubscription],
    period_end_set: [movePlanChange],
    payment_unsettled: [(tx, event) => raisePaymentsAlarm(context, tx, event)],
    payment_undecided: [(tx, event) => raiseUndecidedAlarm(context, tx, event)],
    payments_decided: [endUndecidedAlarm],
    document_refused: [(tx, event) => raiseRefusedAlarm(context, tx, event)],
    center_plan_set: [storePlan],
    center_plan_changed: [(tx, event) => endPlanChoice(context, tx, event)],
    center_unpaid: [(tx, event) => raiseUnpaidAlarm(context, tx, event)],
    sms_counted: [(tx, event) => raiseSmsAlarms(context, tx, event)],
  };
}
