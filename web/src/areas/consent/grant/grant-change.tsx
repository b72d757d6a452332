import { limits } from '@medcloud/contract/limits';
import { useState } from 'react';
import { dayOf } from '../../../lib/dates.ts';
import { type ExamTypeName, examTypeNames } from '../../../lib/exam-types.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Duration, ExamTypeChoice, scopeOf } from '../choices.tsx';
import { ConsentButton } from '../parts.tsx';
import type { useLinkAction } from '../use-link.ts';

/** What the patient changed, and nothing else. */
export interface GrantTerms {
  days?: (typeof limits.grantDays)[number];
  examTypes?: ExamTypeName[] | null;
}

interface GrantChangeProps {
  /** The durations to choose from. */
  days: readonly number[];
  current: { expiresAt: string; examTypes: ExamTypeName[] | null };
  action: ReturnType<typeof useLinkAction>;
  save: (terms: GrantTerms, code?: string) => Promise<unknown>;
  onClose: (isSaved: boolean) => void;
}

/** Changes the duration and exam types of an active grant. Sends only what was changed. */
export function GrantChange({ days: choices, current, action, save, onClose }: GrantChangeProps) {
  const t = useText('consent');
  const ui = useUiText();
  const before = current.examTypes ?? examTypeNames;
  const [days, setDays] = useState<number | null>(null);
  const [types, setTypes] = useState<ExamTypeName[]>([...before]);
  const [isSubmitted, setSubmitted] = useState(false);
  const submit = async () => {
    setSubmitted(true);
    if (types.length === 0) return;
    const wanted = limits.grantDays.find((each) => each === days);
    const hasSameTypes = types.length === before.length && types.every((type) => before.includes(type));
    if (wanted === undefined && hasSameTypes) return onClose(false);
    const terms = {
      ...(wanted === undefined ? {} : { days: wanted }),
      ...(hasSameTypes ? {} : { examTypes: scopeOf(types) }),
    };
    const isSaved = await action.run('change', (code) => save(terms, code));
    onClose(isSaved);
  };
  return (
    <section className="mt-3" aria-label={t('changeConsent.change')}>
      <h3 className="mb-3 font-semibold">{t('change.title')}</h3>
      <Duration
        label={t('change.title')}
        days={choices}
        value={days}
        onChange={setDays}
        currentEnd={dayOf(current.expiresAt)}
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
          onClick={() => void submit()}
        >
          {t('change.save')}
        </ConsentButton>
      </div>
    </section>
  );
}
