import { limits } from '@medcloud/contract/limits';
import type { LinkRecord, LinkState } from '@medcloud/contract/shapes/access';
import { useState } from 'react';
import { changeGrant } from '../../../calls/consent.ts';
import { dayOf } from '../../../lib/dates.ts';
import { type ExamTypeName, examTypeNames } from '../../../lib/exam-types.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Duration, ExamTypeChoice, scopeOf } from '../choices.tsx';
import { ConsentButton } from '../parts.tsx';
import type { useLinkAction } from '../use-link.ts';

interface GrantChangeProps {
  token: string;
  link: LinkState;
  record: LinkRecord;
  action: ReturnType<typeof useLinkAction>;
  onClose: (isSaved: boolean) => void;
}

/** Changes the duration and exam types of an active grant. Sends only what was changed. */
export function GrantChange({ token, link, record, action, onClose }: GrantChangeProps) {
  const t = useText('consent');
  const ui = useUiText();
  const before = record.examTypes ?? examTypeNames;
  const [days, setDays] = useState<number | null>(null);
  const [types, setTypes] = useState<ExamTypeName[]>([...before]);
  const [isSubmitted, setSubmitted] = useState(false);
  const save = async () => {
    setSubmitted(true);
    if (types.length === 0) return;
    const wanted = limits.grantDays.find((each) => each === days);
    const hasSameTypes = types.length === before.length && types.every((type) => before.includes(type));
    if (wanted === undefined && hasSameTypes) return onClose(false);
    const isSaved = await action.run('change', (code) =>
      changeGrant({
        accessToken: token,
        patientId: record.patientId,
        ...(wanted === undefined ? {} : { days: wanted }),
        ...(hasSameTypes ? {} : { examTypes: scopeOf(types) }),
        code,
      }),
    );
    onClose(isSaved);
  };
  return (
    <section className="mt-3" aria-label={t('changeConsent.change')}>
      <h3 className="mb-3 font-semibold">{t('change.title')}</h3>
      <Duration
        label={t('change.title')}
        days={link.days}
        value={days}
        onChange={setDays}
        currentEnd={dayOf(record.expiresAt ?? link.expiresAt)}
      />
      <ExamTypeChoice types={types} onChange={setTypes} isMissing={isSubmitted && types.length === 0} />
      <div className="mt-5 flex flex-col gap-3">
        <ConsentButton variant="quiet" disabled={action.busy !== null} onClick={() => onClose(false)}>
          {ui('action.cancel')}
        </ConsentButton>
        <ConsentButton
          variant="grant"
          busy={action.busy === 'change'}
          busyLabel={ui('action.saving')}
          disabled={action.busy !== null}
          onClick={() => void save()}
        >
          {t('change.save')}
        </ConsentButton>
      </div>
    </section>
  );
}
