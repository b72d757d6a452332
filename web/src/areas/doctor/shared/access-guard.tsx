import { ApiError } from '@medcloud/contract/api-client';
import { useSession } from '../../../app/session/session.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Note } from '../../../ui/feedback/note.tsx';

/** Why a doctor cannot open patients' records, or null. */
export type AccessGuard = 'unverified' | 'unsubscribed' | null;

/** Derives the guard from the server's error, otherwise from the session. */
export function useAccessGuard(error?: unknown): AccessGuard {
  const { doctor } = useSession();
  if (error instanceof ApiError && error.code === 'doctor_not_verified') return 'unverified';
  if (error instanceof ApiError && error.code === 'subscription_required') return 'unsubscribed';
  if (doctor && !doctor.isVerified) return 'unverified';
  return doctor && doctor.subscriptionStatus !== 'active' ? 'unsubscribed' : null;
}

const GatePayment = lazyComponent(async () => (await import('./gate-payment.tsx')).GatePayment);

const codes = { unverified: 'doctor_not_verified', unsubscribed: 'subscription_required' } as const;

/** Shows why no record can be opened now and what happens next; without a subscription, what to pay. */
export function AccessGuardNote({ guard }: { guard: Exclude<AccessGuard, null> }) {
  const t = useText('doctor');
  const errorMessage = useErrorMessage();
  return (
    <div className="flex flex-col gap-5">
      <Note title={t(`gate.${guard}`)}>
        <p>{errorMessage(codes[guard])}</p>
        <p className="text-ink-muted">{t(`gate.${guard}Next`)}</p>
      </Note>
      {guard === 'unsubscribed' && <GatePayment />}
    </div>
  );
}
