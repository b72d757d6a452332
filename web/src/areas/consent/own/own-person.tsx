import type { LinkRecord } from '@medcloud/contract/shapes/access';
import { CircleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { PublicLayout } from '../../../app/layout/public-layout.tsx';
import { chooseOwnPerson } from '../../../calls/own.ts';
import { useText } from '../../../text/language.tsx';
import { useTypedDate } from '../../../ui/forms/use-typed-date.ts';
import { formatRecordName } from '../format-record-name.ts';
import { PageTitle } from '../page-title.tsx';
import { ConsentButton, ErrorMessage } from '../parts.tsx';
import { classifyError, type LinkError } from '../use-link.ts';
import { type OwnEnd, readEnd } from './own-end.ts';

/** Asks whose pictures to show, if the link is about several persons, and for the date of birth. */
export function OwnPerson({
  persons,
  onOpen,
  onEnd,
  onClose,
}: {
  persons: readonly LinkRecord[];
  onOpen: () => void;
  onEnd: (end: OwnEnd) => void;
  onClose: () => void;
}) {
  const t = useText('access.own');
  const dates = useText('data/dates');
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [patientId, setPatientId] = useState(persons[0]?.patientId ?? '');
  const [value, setValue] = useState('');
  const typed = useTypedDate({ value, onChange: setValue, isBirth: true });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [error, setError] = useState<LinkError | null>(null);
  const fieldProblem = problem ?? typed.problem;

  const submit = async () => {
    if (isBusy) return;
    typed.endTyping();
    setError(null);
    setProblem(typed.day === '' && !typed.isInvalid ? t('person.birthDateMissing') : null);
    if (typed.day === '') return input.current?.focus();
    setBusy(true);
    try {
      const { opened, triesLeft } = await chooseOwnPerson({ patientId, dateOfBirth: typed.day });
      if (opened) return onOpen();
      setProblem(t('person.wrong', { count: triesLeft }));
    } catch (failure) {
      const end = readEnd(failure);
      if (end !== null) return onEnd(end);
      setError(classifyError(failure));
    }
    setBusy(false);
    input.current?.focus();
  };

  return (
    <PublicLayout title={t('person.title')}>
      <PageTitle shouldFocus>{persons.length > 1 ? t('person.title') : t('entry.title')}</PageTitle>
      <form
        noValidate
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {persons.length > 1 && (
          <label className="flex flex-col gap-1.5">
            <span className="font-semibold">{t('person.who')}</span>
            <select
              value={patientId}
              onChange={(event) => setPatientId(event.target.value)}
              className="min-h-14 w-full rounded-card border border-line-strong bg-surface px-4"
            >
              {persons.map((person) => (
                <option key={person.patientId} value={person.patientId}>
                  {formatRecordName(persons, person)}
                </option>
              ))}
            </select>
          </label>
        )}
        <p>{t('person.text')}</p>
        <div>
          <label className="flex flex-col gap-1.5">
            <span className="font-semibold">{t('person.birthDate')}</span>
            <input
              ref={input}
              value={typed.text}
              onChange={(event) => {
                setProblem(null);
                typed.type(event.target.value);
              }}
              onBlur={typed.leave}
              placeholder={dates('hint')}
              inputMode="decimal"
              autoComplete="bday"
              aria-invalid={fieldProblem !== undefined && fieldProblem !== null ? true : undefined}
              aria-describedby={noteId}
              className="min-h-14 w-full rounded-card border border-line-strong bg-surface px-4 figures aria-invalid:border-danger"
            />
          </label>
          <div id={noteId} role="alert" className="mt-1.5">
            {fieldProblem && (
              <p className="flex gap-2 text-danger-text">
                <CircleAlert size={22} className="mt-0.5 shrink-0" />
                {fieldProblem}
              </p>
            )}
          </div>
        </div>
        <ErrorMessage error={error} />
        <ConsentButton variant="grant" busy={isBusy} busyLabel={t('person.opening')} onClick={() => void submit()}>
          {t('person.open')}
        </ConsentButton>
        <ConsentButton variant="quiet" disabled={isBusy} onClick={onClose}>
          {t('back')}
        </ConsentButton>
      </form>
    </PublicLayout>
  );
}
