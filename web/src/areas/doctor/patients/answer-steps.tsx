import { screenPath } from '@medcloud/contract/screens';
import type { OpenRequest } from '@medcloud/contract/shapes/access';
import type { AccessiblePatient } from '@medcloud/contract/shapes/people';
import { CircleCheck, CircleX, Clock, type LucideIcon, TimerOff } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { fromList } from '../../../lib/back-link.ts';
import { patientName } from '../../../lib/names.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { useFocusTakeover } from '../../../ui/overlays/focus-handover.ts';
import type { RequestState } from './request-steps.ts';

function StepMessage({
  icon: Icon,
  color,
  title,
  text,
  heading,
  children,
}: {
  icon: LucideIcon;
  color: string;
  title: string;
  text: string;
  heading?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
}) {
  return (
    <div className="flex gap-3">
      <Icon size={20} className={`mt-0.5 max-md:hidden ${color}`} />
      <div className="min-w-0">
        <h2 ref={heading} tabIndex={-1} className="text-h2">
          {title}
        </h2>
        <p className="mt-0.5 max-w-[60ch] text-body">{text}</p>
        {children}
      </div>
    </div>
  );
}

/** Shows step 3, the wait for the patient, with known facts only. With `shouldFocus` it takes over the form's focus. */
export function WaitingStep({ request, shouldFocus }: { request: OpenRequest; shouldFocus: boolean }) {
  const t = useText('doctor');
  const format = useFormat();
  const heading = useFocusTakeover<HTMLHeadingElement>(shouldFocus);
  return (
    <StepMessage
      icon={Clock}
      color="text-primary"
      title={t('patients.waiting.title')}
      text={t('patients.waiting.text')}
      heading={heading}
    >
      <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-small text-ink-muted">
        <div className="flex gap-1.5">
          <dt>{t('patients.waiting.asked')}</dt>
          <dd className="font-strong text-ink">
            <RelativeTime at={request.requestedAt} />
          </dd>
        </div>
        <div className="flex gap-1.5">
          <dt>{t('patients.waiting.expires')}</dt>
          <dd className="font-strong text-ink figures">{format.dateTime(request.expiresAt)}</dd>
        </div>
      </dl>
    </StepMessage>
  );
}

type FinalState = Exclude<RequestState, 'phone' | 'code' | 'waiting'>;

const stateStyles = {
  codeExpired: { icon: TimerOff, color: 'text-ink-muted', textKey: 'codeExpired' },
  consentExpired: { icon: TimerOff, color: 'text-ink-muted', textKey: 'expired' },
  denied: { icon: CircleX, color: 'text-danger-text', textKey: 'denied' },
  granted: { icon: CircleCheck, color: 'text-success', textKey: 'granted' },
  revoked: { icon: CircleX, color: 'text-danger-text', textKey: 'revoked' },
  ended: { icon: Clock, color: 'text-ink-muted', textKey: 'ended' },
} as const satisfies Record<FinalState, { icon: LucideIcon; color: string; textKey: string }>;

/** Shows the result of a finished request, with a button for the next one. */
export function FinalStep({
  state,
  patients,
  onRestart,
}: {
  state: FinalState;
  /** Those whom the request opened. */
  patients: readonly AccessiblePatient[];
  onRestart: () => void;
}) {
  const t = useText('doctor');
  const { icon, color, textKey } = stateStyles[state];
  return (
    <StepMessage
      icon={icon}
      color={color}
      title={t(`patients.over.${textKey}`)}
      text={t(`patients.over.${textKey}Text`)}
    >
      {state === 'granted' && patients.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-2">
          {patients.map((patient) => (
            <Button key={patient.patientId} asChild variant="primary">
              <Link to={screenPath('doctorPatientExams', { patientId: patient.patientId })} state={fromList}>
                {t('patients.over.openExams', { name: patientName(patient) })}
              </Link>
            </Button>
          ))}
        </div>
      )}
      {state !== 'granted' && (
        <div className="mt-4">
          <Button onClick={onRestart}>{t('patients.over.again')}</Button>
        </div>
      )}
    </StepMessage>
  );
}
