import { limits } from '@medcloud/contract/limits';
import type { LinkRecord, LinkState } from '@medcloud/contract/shapes/access';
import { useState } from 'react';
import { changeGrant } from '../../calls/consent.ts';
import { dayOf } from '../../lib/dates.ts';
import { type ExamTypeName, examTypeNames } from '../../lib/exam-types.ts';
import { consentText } from '../../text/consent.ts';
import { useText } from '../../text/language.tsx';
import { Duration, ExamTypeChoice, scopeOf } from './choices.tsx';
import { ConsentButton } from './parts.tsx';
import type { useLinkAct } from './use-link.ts';

interface ChangeProps {
  token: string;
  link: LinkState;
  record: LinkRecord;
  act: ReturnType<typeof useLinkAct>;
  onClose: (saved: boolean) => void;
}

/** Lengthens or narrows a grant that lives; what is left as it is, is not sent. */
export function Change({ token, link, record, act, onClose }: ChangeProps) {
  const t = useText(consentText);
  const before = record.examTypes ?? examTypeNames;
  const [days, setDays] = useState<number | null>(null);
  const [types, setTypes] = useState<ExamTypeName[]>([...before]);
  const [said, setSaid] = useState(false);
  const save = async () => {
    setSaid(true);
    if (types.length === 0) return;
    const wanted = limits.grantDays.find((each) => each === days);
    const sameTypes = types.length === before.length && types.every((type) => before.includes(type));
    if (wanted === undefined && sameTypes) return onClose(false);
    const saved = await act.act('change', () =>
      changeGrant({
        accessToken: token,
        patientId: record.patientId,
        ...(wanted === undefined ? {} : { days: wanted }),
        ...(sameTypes ? {} : { examTypes: scopeOf(types) }),
      }),
    );
    onClose(saved);
  };
  return (
    <section className="mt-3" aria-label={t('mind.change')}>
      <h3 className="mb-3 font-semibold">{t('change.title')}</h3>
      <Duration
        label={t('change.title')}
        days={link.days}
        value={days}
        onChange={setDays}
        keep={dayOf(record.expiresAt ?? link.expiresAt)}
      />
      <ExamTypeChoice types={types} onChange={setTypes} missing={said && types.length === 0} />
      <div className="mt-5 flex flex-col gap-3">
        <ConsentButton look="quiet" off={act.busy !== null} onClick={() => onClose(false)}>
          {t('change.cancel')}
        </ConsentButton>
        <ConsentButton
          look="grant"
          busy={act.busy === 'change'}
          busyLabel={t('change.saving')}
          off={act.busy !== null}
          onClick={() => void save()}
        >
          {t('change.save')}
        </ConsentButton>
      </div>
    </section>
  );
}
