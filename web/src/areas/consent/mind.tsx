import type { LinkRecord, LinkState } from '@medcloud/contract/shapes/access';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { changeGrant, revokeGrants } from '../../calls/consent.ts';
import { classes } from '../../lib/classes.ts';
import { consentText } from '../../text/consent.ts';
import { useText } from '../../text/language.tsx';
import { Change } from './change.tsx';
import { CheckLine } from './choices.tsx';
import { useDoctorWords } from './doctor-words.ts';
import { nameAmong } from './name-among.ts';
import { ConsentButton, lines, Part } from './parts.tsx';
import { StopDialog } from './stop-dialog.tsx';
import type { useLinkAct } from './use-link.ts';

type Act = ReturnType<typeof useLinkAct>;

interface PersonProps {
  token: string;
  link: LinkState;
  record: LinkRecord;
  act: Act;
  /** Several grants live: each is named. */
  named: boolean;
}

/** One live grant: change it, or stop it after one question. */
function Person({ token, link, record, act, named }: PersonProps) {
  const t = useText(consentText);
  const { whoInside } = useDoctorWords(link.doctor);
  const [open, setOpen] = useState<'stop' | 'change' | null>(null);
  const [changed, setChanged] = useState(false);
  const [tellLooks, setTellLooks] = useState(record.tellLooks);
  /** The tick stands at once, and goes again where it was not kept. */
  const tell = async (wanted: boolean) => {
    setTellLooks(wanted);
    const isKept = await act.act('tell', () =>
      changeGrant({ accessToken: token, patientId: record.patientId, tellLooks: wanted }),
    );
    if (!isKept) setTellLooks(!wanted);
  };
  const name = nameAmong(link.records, record);
  const stop = async () => {
    await act.act('stop', () => revokeGrants({ accessToken: token, patientIds: [record.patientId] }));
    setOpen(null);
  };
  return (
    <div className="mt-4 flex flex-col gap-3">
      {named && <h3 className="font-semibold">{t('mind.for', { name })}</h3>}
      <p role="status" className="text-success-text">
        {changed && t('change.done')}
      </p>
      <ConsentButton look="stop" icon={Lock} off={act.busy !== null} onClick={() => setOpen('stop')}>
        {t('mind.stop')}
      </ConsentButton>
      {open === 'change' ? (
        <Change
          token={token}
          link={link}
          record={record}
          act={act}
          onClose={(saved) => {
            setOpen(null);
            setChanged(saved);
          }}
        />
      ) : (
        <ConsentButton look="quiet" off={act.busy !== null} onClick={() => setOpen('change')}>
          {t('mind.change')}
        </ConsentButton>
      )}
      {/* on paper the receipt is alone, and what is hidden behind it would still make a second page */}
      <ul className={classes(lines, 'print:hidden')}>
        <CheckLine
          checked={tellLooks}
          onChange={(wanted) => void tell(wanted)}
          title={t('tell.title')}
          note={t('tell.note')}
        />
      </ul>
      {open === 'stop' && (
        <StopDialog
          title={named ? t('stop.titleFor', { who: whoInside, name }) : t('stop.title', { who: whoInside })}
          busy={act.busy === 'stop'}
          onStop={() => void stop()}
          onKeep={() => setOpen(null)}
        />
      )}
    </div>
  );
}

/** "Changed your mind?" for every grant that lives. */
export function Mind({ token, link, live, act }: Omit<PersonProps, 'record' | 'named'> & { live: LinkRecord[] }) {
  const t = useText(consentText);
  return (
    <Part title={t('mind.title')}>
      <p>{t('mind.text')}</p>
      {live.map((record) => (
        <Person key={record.patientId} {...{ token, link, record, act }} named={link.records.length > 1} />
      ))}
    </Part>
  );
}
