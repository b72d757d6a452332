import type { AccessChanged } from './access/events.ts';
import type { CenterSignedIn } from './accounts/events.ts';
import type {
  CenterPlanSet,
  CenterUnpaid,
  DocumentRefused,
  PaymentsDecided,
  PaymentUndecided,
  PaymentUnsettled,
  PeriodEndSet,
  SubscriptionChanged,
} from './billing/events.ts';
import type { CenterPlanChanged } from './centers/events.ts';
import type { DoctorRejected, DoctorSuspended } from './doctors/events.ts';
import type { ExamMoved, ExamStored, ExamWithdrawn } from './exams/events.ts';
import type { SmsCounted } from './messages/events.ts';
import type { PatientChanged, PatientPhoneChanged } from './patients/events.ts';

/** Every event that one noun emits and other nouns react to. `app/event-handlers.ts` says who reacts. */
export interface DomainEvents {
  access_granted: AccessChanged;
  access_changed: AccessChanged;
  access_revoked: AccessChanged;
  patient_changed: PatientChanged;
  patient_phone_changed: PatientPhoneChanged;
  doctor_suspended: DoctorSuspended;
  doctor_rejected: DoctorRejected;
  exam_stored: ExamStored;
  exam_withdrawn: ExamWithdrawn;
  exam_moved: ExamMoved;
  center_signed_in: CenterSignedIn;
  subscription_changed: SubscriptionChanged;
  period_end_set: PeriodEndSet;
  payment_unsettled: PaymentUnsettled;
  payment_undecided: PaymentUndecided;
  payments_decided: PaymentsDecided;
  document_refused: DocumentRefused;
  center_unpaid: CenterUnpaid;
  center_plan_set: CenterPlanSet;
  center_plan_changed: CenterPlanChanged;
  sms_counted: SmsCounted;
}
