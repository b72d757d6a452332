import { sentences } from '@medcloud/contract/sentences';
import type { PatientGrant, PatientSheet } from '@medcloud/contract/shapes/patient-sheet';
import { Ban, ChevronDown, ChevronUp, Send } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../../lib/now.ts';
import { centerText } from '../../../text/center.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { useSpecialization } from '../../../text/specialization.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Avatar } from '../../../ui/data/avatar.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { later } from '../../../ui/feedback/later.tsx';
import { SheetSection } from '../../../ui/overlays/sheet.tsx';
import { SendLinkDialog } from './send-link-dialog.tsx';

const EndAccess = later(async () => (await import('./end-access.tsx')).EndAccess);

/** What a grant comes to, in one line: until when, since when, or when it ended. */
function useGrantLine(): (grant: PatientGrant) => string {
  const t = useText(centerText);
  const format = useFormat();
  const now = useNow();
  const specialization = useSpecialization();
  return ({ doctor, status, requestedAt, answeredAt, expiresAt }) => {
    const field = specialization(doctor.specialization);
    switch (status) {
      case 'granted':
        return t('grants.until', { specialization: field, day: format.date(expiresAt) });
      case 'pending':
        return t('grants.asked', { specialization: field, ago: format.relative(requestedAt, now) });
      case 'denied':
        return t('grants.ended', { specialization: field, day: format.date(answeredAt ?? expiresAt) });
      default:
        return t('grants.ended', { specialization: field, day: format.date(expiresAt) });
    }
  };
}

interface GrantLineProps {
  grant: PatientGrant;
  onSend: () => void;
  onEnd: () => void;
  /** Why no link can be sent now. */
  reason: string | undefined;
}

function GrantLine({ grant, onSend, onEnd, reason }: GrantLineProps) {
  const t = useText(centerText);
  const ui = useUiText();
  const format = useFormat();
  const line = useGrantLine();
  const { doctor, examTypes, endedBy, endReason } = grant;
  const types = examTypes?.map((type) => ui(`examType.${type}`)).join(', ');
  return (
    <li className="flex gap-3 py-2.5">
      <Avatar person={doctor} />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <p className="font-thing wrap-break-word" title={t('grants.license', { license: doctor.licenseNumber })}>
              {format.doctor(doctor)}
            </p>
            <p className="text-small text-ink-muted figures">{line(grant)}</p>
            {types && <p className="text-small text-ink-muted">{t('grants.only', { types })}</p>}
            {endedBy && (
              <p className="text-small text-ink-muted">
                {t(`grants.endedBy.${endedBy}`)}
                {endReason && ` · ${t(`grants.endReason.${endReason}`)}`}
              </p>
            )}
          </div>
          <StatusBadge status={grant.status} />
        </div>
        {grant.status === 'granted' && (
          <div className="mt-0.5 -ml-2.5 flex flex-wrap">
            <Button variant="ghost" size="small" icon={Send} onClick={onSend} reason={reason}>
              {t('grants.send')}
            </Button>
            <Button variant="ghost" size="small" icon={Ban} onClick={onEnd}>
              {t('grants.end')}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

const isOpen = ({ status }: PatientGrant) => status === 'granted' || status === 'pending';

/** Who may see a patient's exams and until when; the center sees consent and does not make it, though it may end it. */
export function PatientGrants({ sheet }: { sheet: PatientSheet }) {
  const t = useText(centerText);
  const sentence = useSentence();
  const [showsPast, setShowsPast] = useState(false);
  const [sending, setSending] = useState<PatientGrant | null>(null);
  const [ending, setEnding] = useState<PatientGrant | null>(null);
  const { grants, patient, linksLeftToday } = sheet;
  const open = grants.filter(isOpen);
  const past = grants.filter((grant) => !isOpen(grant));
  const reason = !patient.phone ? sentences.noPhone : linksLeftToday === 0 ? sentences.linksSpent : undefined;
  const lines = (some: readonly PatientGrant[]) =>
    some.map((grant) => (
      <GrantLine
        key={grant.id}
        grant={grant}
        reason={sentence(reason)}
        onSend={() => setSending(grant)}
        onEnd={() => setEnding(grant)}
      />
    ));
  return (
    <SheetSection title={t('grants.title')} count={open.length > 0 ? open.length : undefined}>
      {grants.length === 0 && <p className="text-ink-muted">{t('grants.none')}</p>}
      {open.length > 0 && <ul className="divide-y divide-line">{lines(open)}</ul>}
      {past.length > 0 && (
        <>
          <Button
            variant="ghost"
            size="small"
            icon={showsPast ? ChevronUp : ChevronDown}
            aria-expanded={showsPast}
            onClick={() => setShowsPast(!showsPast)}
            className="-ml-2.5"
          >
            {t('grants.past', { count: past.length })}
          </Button>
          {showsPast && <ul className="divide-y divide-line">{lines(past)}</ul>}
        </>
      )}
      <p className="mt-2 text-small text-ink-muted">{t('grants.decides')}</p>
      {sending && (
        <SendLinkDialog patient={patient} grant={sending} left={linksLeftToday} onClose={() => setSending(null)} />
      )}
      {ending && <EndAccess patient={patient} grant={ending} onClose={() => setEnding(null)} />}
    </SheetSection>
  );
}
