import { revokeGrant, sendConsentLink } from '@medcloud/contract/routes/medical-center';
import { screens } from '@medcloud/contract/screens';
import type { PatientGrant, PatientSheet } from '@medcloud/contract/shapes/patient-sheet';
import { issueCode } from '@medcloud/contract/validation-codes';
import { Ban, ChevronDown, ChevronUp, ScanEye, Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../app/session/use-may.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useNow } from '../../../lib/now.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSpecialization } from '../../../text/specialization.ts';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Avatar } from '../../../ui/data/avatar.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { SheetSection } from '../../../ui/overlays/sheet.tsx';
import { SendLinkDialog } from './send-link-dialog.tsx';

const RevokeAccessDialog = lazyComponent(async () => (await import('./revoke-access-dialog.tsx')).RevokeAccessDialog);

/** Returns a grant's line: the end of an active one, the age of a request, or when it ended. */
function useGrantSummary(): (grant: PatientGrant) => string {
  const t = useText('center');
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
  onRevoke: () => void;
  /** Why no link can be sent now. */
  reason: string | undefined;
}

function GrantLine({ grant, onSend, onRevoke, reason }: GrantLineProps) {
  const t = useText('center');
  const ui = useUiText();
  const format = useFormat();
  const summarizeGrant = useGrantSummary();
  const may = useMay();
  const { doctor, examTypes, endedBy, endReason } = grant;
  const types = examTypes?.map((type) => ui(`examType.${type}`)).join(', ');
  return (
    <li className="flex gap-3 py-2.5">
      <Avatar person={doctor} />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <p className="font-strong wrap-break-word" title={t('grants.license', { license: doctor.licenseNumber })}>
              {format.doctor(doctor)}
            </p>
            <p className="text-small text-ink-muted figures">{summarizeGrant(grant)}</p>
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
        <div className="mt-0.5 -ml-2.5 flex flex-wrap">
          {grant.status === 'granted' && may(sendConsentLink) && (
            <Button variant="ghost" size="small" icon={Send} onClick={onSend} reason={reason}>
              {t('grants.send')}
            </Button>
          )}
          {grant.status === 'granted' && may(revokeGrant) && (
            <Button variant="ghost" size="small" icon={Ban} onClick={onRevoke}>
              {t('grants.end')}
            </Button>
          )}
          <Button asChild variant="ghost" size="small" icon={ScanEye}>
            <Link to={`${screens.centerAccessReport}?${new URLSearchParams({ subject: `doctor:${grant.doctorId}` })}`}>
              {t('grants.report')}
            </Link>
          </Button>
        </div>
      </div>
    </li>
  );
}

const isOpen = ({ status }: PatientGrant) => status === 'granted' || status === 'pending';

/**
 * Shows which doctors can see a patient's exams and until when. A center cannot give consent, but it can revoke a
 * grant.
 */
export function PatientGrants({ sheet }: { sheet: PatientSheet }) {
  const t = useText('center');
  const errorMessage = useErrorMessage();
  const [isPastShown, setPastShown] = useState(false);
  const [grantToSend, setGrantToSend] = useState<PatientGrant | null>(null);
  const [grantToRevoke, setGrantToRevoke] = useState<PatientGrant | null>(null);
  const { grants, patient, linksLeftToday } = sheet;
  const openGrants = grants.filter(isOpen);
  const pastGrants = grants.filter((grant) => !isOpen(grant));
  const reason = !patient.phone ? issueCode('no_phone') : linksLeftToday === 0 ? issueCode('links_spent') : undefined;
  const renderLines = (shownGrants: readonly PatientGrant[]) =>
    shownGrants.map((grant) => (
      <GrantLine
        key={grant.id}
        grant={grant}
        reason={errorMessage(reason)}
        onSend={() => setGrantToSend(grant)}
        onRevoke={() => setGrantToRevoke(grant)}
      />
    ));
  return (
    <SheetSection title={t('grants.title')} count={openGrants.length > 0 ? openGrants.length : undefined}>
      {grants.length === 0 && <p className="text-ink-muted">{t('grants.none')}</p>}
      {openGrants.length > 0 && <ul className="divide-y divide-line">{renderLines(openGrants)}</ul>}
      {pastGrants.length > 0 && (
        <>
          <Button
            variant="ghost"
            size="small"
            icon={isPastShown ? ChevronUp : ChevronDown}
            aria-expanded={isPastShown}
            onClick={() => setPastShown(!isPastShown)}
            className="-ml-2.5"
          >
            {t('grants.past', { count: pastGrants.length })}
          </Button>
          {isPastShown && <ul className="divide-y divide-line">{renderLines(pastGrants)}</ul>}
        </>
      )}
      <p className="mt-2 text-small text-ink-muted">{t('grants.decides')}</p>
      {grantToSend && (
        <SendLinkDialog
          patient={patient}
          grant={grantToSend}
          remainingCount={linksLeftToday}
          onClose={() => setGrantToSend(null)}
        />
      )}
      {grantToRevoke && (
        <RevokeAccessDialog patient={patient} grant={grantToRevoke} onClose={() => setGrantToRevoke(null)} />
      )}
    </SheetSection>
  );
}
