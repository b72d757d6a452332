import { ApiError } from '@medcloud/contract/api-client';
import { faults } from '@medcloud/contract/faults';
import { useSession } from '../../../app/session/session.tsx';
import { doctorText } from '../../../text/doctor.ts';
import { useText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Note } from '../../../ui/feedback/note.tsx';

/** What keeps a doctor from patients' records; null where nothing does. */
export type AccessGuard = 'unverified' | 'unsubscribed' | null;

/** By the portal's refusal where there is one, else by what the session says. */
export function useAccessGuard(error?: unknown): AccessGuard {
  const { doctor } = useSession();
  if (error instanceof ApiError && error.code === 'doctor_not_verified') return 'unverified';
  if (error instanceof ApiError && error.code === 'subscription_required') return 'unsubscribed';
  if (doctor && !doctor.isVerified) return 'unverified';
  return doctor && doctor.subscriptionStatus !== 'active' ? 'unsubscribed' : null;
}

const codes = { unverified: 'doctor_not_verified', unsubscribed: 'subscription_required' } as const;

/** Says calmly why nothing can be opened now, and what happens next. */
export function AccessGuardNote({ guard }: { guard: Exclude<AccessGuard, null> }) {
  const t = useText(doctorText);
  const errorMessage = useErrorMessage();
  return (
    <Note title={t(`gate.${guard}`)}>
      <p>{errorMessage(faults[codes[guard]].message)}</p>
      <p className="text-ink-muted">{t(`gate.${guard}Next`)}</p>
    </Note>
  );
}
