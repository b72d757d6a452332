import { PortalError } from '@medcloud/contract/caller';
import { faults } from '@medcloud/contract/faults';
import { useSession } from '../../../app/session/session.tsx';
import { doctorText } from '../../../text/doctor.ts';
import { useText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { Note } from '../../../ui/feedback/note.tsx';

/** What keeps a doctor from patients' records; null where nothing does. */
export type Gate = 'unverified' | 'unsubscribed' | null;

/** By the portal's refusal where there is one, else by what the session says. */
export function useGate(error?: unknown): Gate {
  const { doctor } = useSession();
  if (error instanceof PortalError && error.code === 'doctor_not_verified') return 'unverified';
  if (error instanceof PortalError && error.code === 'subscription_required') return 'unsubscribed';
  if (doctor && !doctor.isVerified) return 'unverified';
  return doctor && doctor.subscriptionStatus !== 'active' ? 'unsubscribed' : null;
}

const codes = { unverified: 'doctor_not_verified', unsubscribed: 'subscription_required' } as const;

/** Says calmly why nothing can be opened now, and what happens next. */
export function GateNote({ gate }: { gate: Exclude<Gate, null> }) {
  const t = useText(doctorText);
  const sentence = useSentence();
  return (
    <Note title={t(`gate.${gate}`)}>
      <p>{sentence(faults[codes[gate]].message)}</p>
      <p className="text-ink-muted">{t(`gate.${gate}Next`)}</p>
    </Note>
  );
}
