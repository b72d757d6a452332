import type { Overview } from '@medcloud/contract/shapes/access';
import { Lock } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { changeOverviewGrant, revokeOverviewGrant } from '../../../calls/consent.ts';
import { dayOf } from '../../../lib/dates.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { NamedExams } from '../consent-request.tsx';
import { useDoctorPhrases } from '../doctor-phrases.ts';
import { GrantChange } from '../grant/grant-change.tsx';
import { RevokeDialog } from '../grant/revoke-dialog.tsx';
import { ConsentButton } from '../parts.tsx';
import type { useLinkAction } from '../use-link.ts';

type Grant = Overview['grants'][number];

interface OverviewGrantProps {
  token: string;
  grant: Grant;
  days: readonly number[];
  action: ReturnType<typeof useLinkAction>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="mt-2">
      <dt className="text-prose text-ink-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Shows whose exams at which center the doctor may see, which, and until when. */
function GrantFacts({ grant }: { grant: Grant }) {
  const t = useText('consent');
  const format = useFormat();
  const day = format.longDay(dayOf(grant.expiresAt));
  const ends = { granted: 'state.personGranted', revoked: 'state.personRevoked' } as const;
  const types = grant.examTypes?.map((type) => t(`types.name.${type}`)).join(', ');
  return (
    <dl>
      <Fact label={t('receipt.whose')}>
        {grant.name}, {grant.medicalCenter.name}
      </Fact>
      <Fact label={t('receipt.kinds')}>
        {types ?? t(grant.status === 'granted' ? 'types.all' : 'overview.allKinds')}
        <span className="block text-prose text-ink-muted">
          <NamedExams record={grant} />
        </span>
      </Fact>
      <Fact label={t('receipt.time')}>
        <span className="font-semibold">
          {t(grant.status === 'granted' || grant.status === 'revoked' ? ends[grant.status] : 'state.personExpired', {
            day,
          })}
        </span>
      </Fact>
    </dl>
  );
}

/** Shows one grant: to whom, for what, until when; an active one with its controls. */
export function OverviewGrant({ token, grant, days, action }: OverviewGrantProps) {
  const format = useFormat();
  const headingId = useId();
  const { specialization } = useDoctorPhrases(grant.doctor);
  return (
    <li aria-labelledby={headingId} className="rounded-card border border-line bg-surface px-4 py-4">
      <h3 id={headingId} className="font-semibold wrap-anywhere">
        {format.doctor(grant.doctor)}
      </h3>
      <p className="text-prose text-ink-muted">{specialization}</p>
      <GrantFacts grant={grant} />
      {grant.status === 'granted' && <Controls token={token} grant={grant} days={days} action={action} />}
    </li>
  );
}

function Controls({ token, grant, days, action }: OverviewGrantProps) {
  const t = useText('consent');
  const { whoInside } = useDoctorPhrases(grant.doctor);
  const [open, setOpen] = useState<'revoke' | 'change' | null>(null);
  const [isChanged, setChanged] = useState(false);
  const named = { overviewToken: token, grantId: grant.id };
  const revoke = async () => {
    await action.run(`revoke ${grant.id}`, () => revokeOverviewGrant(named));
    setOpen(null);
  };
  return (
    <div className="mt-4 flex flex-col gap-3">
      <p role="status" className="text-success-text">
        {isChanged && t('change.done')}
      </p>
      <ConsentButton variant="danger" icon={Lock} disabled={action.busy !== null} onClick={() => setOpen('revoke')}>
        {t('changeConsent.stop')}
      </ConsentButton>
      {open === 'change' ? (
        <GrantChange
          days={days}
          current={grant}
          action={action}
          save={(terms) => changeOverviewGrant({ ...named, ...terms })}
          onClose={(isSaved) => {
            setOpen(null);
            setChanged(isSaved);
          }}
        />
      ) : (
        <ConsentButton variant="quiet" disabled={action.busy !== null} onClick={() => setOpen('change')}>
          {t('changeConsent.change')}
        </ConsentButton>
      )}
      {open === 'revoke' && (
        <RevokeDialog
          title={t('stop.titleFor', { who: whoInside, name: grant.name })}
          busy={action.busy === `revoke ${grant.id}`}
          onRevoke={() => void revoke()}
          onCancel={() => setOpen(null)}
        />
      )}
    </div>
  );
}
