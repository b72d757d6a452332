import type { LinkRecord, LinkState } from '@medcloud/contract/shapes/access';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { changeGrant, revokeGrants } from '../../../calls/consent.ts';
import { classes } from '../../../lib/classes.ts';
import { useText } from '../../../text/language.tsx';
import { CheckLine } from '../choices.tsx';
import { useDoctorPhrases } from '../doctor-phrases.ts';
import { formatRecordName } from '../format-record-name.ts';
import { ConsentButton, listClasses, Part } from '../parts.tsx';
import type { useLinkAction } from '../use-link.ts';
import { GrantChange } from './grant-change.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

type LinkAction = ReturnType<typeof useLinkAction>;

interface GrantControlProps {
  token: string;
  link: LinkState;
  record: LinkRecord;
  action: LinkAction;
  /** The link has several active grants, so each shows its name. */
  isNamed: boolean;
}

/** Shows the controls of one active grant: change it, or revoke it after a confirmation. */
function GrantControl({ token, link, record, action, isNamed }: GrantControlProps) {
  const t = useText('consent');
  const { whoInside } = useDoctorPhrases(link.doctor);
  const [open, setOpen] = useState<'revoke' | 'change' | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [shouldNotify, setShouldNotify] = useState(record.tellLooks);
  /** Shows the new value immediately, and the previous one again if saving fails. */
  const updateNotify = async (isWanted: boolean) => {
    setShouldNotify(isWanted);
    const isSaved = await action.run('notice', () =>
      changeGrant({ accessToken: token, patientId: record.patientId, tellLooks: isWanted }),
    );
    if (!isSaved) setShouldNotify(!isWanted);
  };
  const name = formatRecordName(link.records, record);
  const revoke = async () => {
    await action.run('revoke', () => revokeGrants({ accessToken: token, patientIds: [record.patientId] }));
    setOpen(null);
  };
  return (
    <div className="mt-4 flex flex-col gap-3">
      {isNamed && <h3 className="font-semibold">{t('changeConsent.for', { name })}</h3>}
      <p role="status" className="text-success-text">
        {isChanged && t('change.done')}
      </p>
      <ConsentButton variant="danger" icon={Lock} disabled={action.busy !== null} onClick={() => setOpen('revoke')}>
        {t('changeConsent.stop')}
      </ConsentButton>
      {open === 'change' ? (
        <GrantChange
          days={link.days}
          current={{ expiresAt: record.expiresAt ?? link.expiresAt, examTypes: record.examTypes }}
          action={action}
          save={(terms, code) => changeGrant({ accessToken: token, patientId: record.patientId, ...terms, code })}
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
      {/* the printed receipt must be the only content: hidden text behind it would add a second page */}
      <ul className={classes(listClasses, 'print:hidden')}>
        <CheckLine
          checked={shouldNotify}
          onChange={(isWanted) => void updateNotify(isWanted)}
          title={t('accessNotice.title')}
          note={t('accessNotice.note')}
        />
      </ul>
      {open === 'revoke' && (
        <RevokeDialog
          title={isNamed ? t('stop.titleFor', { who: whoInside, name }) : t('stop.title', { who: whoInside })}
          busy={action.busy === 'revoke'}
          onRevoke={() => void revoke()}
          onCancel={() => setOpen(null)}
        />
      )}
    </div>
  );
}

/** Shows the "Changed your mind?" controls of every active grant. */
export function GrantControls({
  token,
  link,
  active,
  action,
}: Omit<GrantControlProps, 'record' | 'isNamed'> & { active: LinkRecord[] }) {
  const t = useText('consent');
  return (
    <Part title={t('changeConsent.title')}>
      <p>{t('changeConsent.text')}</p>
      {active.map((record) => (
        <GrantControl key={record.patientId} {...{ token, link, record, action }} isNamed={link.records.length > 1} />
      ))}
    </Part>
  );
}
