import { limits } from '@medcloud/contract/limits';
import type { LinkRecord, LinkState } from '@medcloud/contract/shapes/access';
import { CircleAlert, Eye, History, Lock, Stethoscope } from 'lucide-react';
import { useRef, useState } from 'react';
import { PublicLayout } from '../../app/layout/public-layout.tsx';
import { respondToRequest } from '../../calls/consent.ts';
import { classes } from '../../lib/classes.ts';
import { type ExamTypeName, examTypeNames } from '../../lib/exam-types.ts';
import { useBodyPart } from '../../preview/use-body-part.ts';
import { useFormat } from '../../text/format.ts';
import { useLanguage, useText, useUiText } from '../../text/language.tsx';
import { CheckLine, Duration, ExamTypeChoice, scopeOf } from './choices.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { useDoctorPhrases } from './doctor-phrases.ts';
import { PageTitle } from './page-title.tsx';
import { CenterPhones, ConsentButton, ErrorMessage, Line, listClasses, Part } from './parts.tsx';
import { useLinkAction } from './use-link.ts';

/** Shows the doctor's name, specialization and license, and whether the license is verified. */
export function DoctorCard({ doctor }: { doctor: LinkState['doctor'] }) {
  const t = useText('consent');
  const format = useFormat();
  const { specialization } = useDoctorPhrases(doctor);
  const isVerified = doctor.standing === 'verified';
  return (
    <div className="mt-4 flex items-center gap-4 rounded-card border border-line bg-surface px-4 py-3">
      <Stethoscope size={28} className="text-ink-muted" />
      <div className="min-w-0 wrap-break-word">
        <p className="font-semibold">{format.doctor(doctor)}</p>
        <p className="text-prose text-ink-muted">{specialization}</p>
        <p className={classes('text-prose code', isVerified ? 'text-ink-muted' : 'text-warning-text')}>
          {t(`ask.license.${doctor.standing}`, { number: doctor.licenseNumber })}
        </p>
      </div>
    </div>
  );
}

/** Chooses the persons. With one person there is no choice. With several, no person is preselected. */
function PersonChoice({
  records,
  chosen,
  onChange,
  isMissing,
}: {
  records: readonly LinkRecord[];
  chosen: readonly string[];
  onChange: (patientIds: string[]) => void;
  isMissing: boolean;
}) {
  const t = useText('consent');
  const note = (record: LinkRecord) => (
    <>
      {t('ask.person', { count: record.examCount, center: record.medicalCenter.name })}
      <NamedExams record={record} />
    </>
  );
  if (records.length === 1)
    return (
      <ul className={listClasses}>
        {records.map((record) => (
          <li key={record.patientId} className="px-4 py-3">
            <span className="block font-semibold">{record.name}</span>
            <span className="block text-prose text-ink-muted">{note(record)}</span>
          </li>
        ))}
      </ul>
    );
  return (
    <ul className={classes(listClasses, isMissing && 'border-danger')}>
      {records.map((record) => (
        <CheckLine
          key={record.patientId}
          checked={chosen.includes(record.patientId)}
          onChange={(isWanted) =>
            onChange(isWanted ? [...chosen, record.patientId] : chosen.filter((id) => id !== record.patientId))
          }
          title={record.name}
          note={note(record)}
          invalid={isMissing}
        />
      ))}
    </ul>
  );
}

/** The newest exams by type, body part and day. */
export function NamedExams({ record: { exams, examCount } }: { record: Pick<LinkRecord, 'exams' | 'examCount'> }) {
  const t = useText('consent');
  const ui = useUiText();
  const format = useFormat();
  const bodyPartOf = useBodyPart();
  const moreCount = examCount - exams.length;
  return (
    <>
      {exams.map(({ examType, examDate, ...summary }, place) => {
        const bodyPart = bodyPartOf(summary);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change
          <span key={place} className="block figures">
            {ui(`examType.${examType}`)}
            {bodyPart !== null && `, ${bodyPart}`} · {format.day(examDate)}
          </span>
        );
      })}
      {exams.length > 0 && moreCount > 0 && <span className="block">{t('ask.more', { count: moreCount })}</span>}
    </>
  );
}

/** Lists the consequences of consent, in the exact text whose hash the grant stores. */
function Consequences() {
  const t = useText('consent');
  const agreement = useText('consent-text');
  return (
    <>
      <h2 className="mt-3 mb-1.5 font-semibold">{t('ask.whatFollows')}</h2>
      <ul className={listClasses}>
        <Line icon={Eye}>{agreement('willSee')}</Line>
        <Line icon={History}>{agreement('youWillSee')}</Line>
        <Line icon={Lock}>{agreement('youMayStop')}</Line>
      </ul>
      <p className="mt-3 font-semibold">{agreement('unknownDoctor')}</p>
    </>
  );
}

function useAnswer(token: string, records: readonly LinkRecord[]) {
  const [chosen, setChosen] = useState<string[]>(() => {
    const only = records.length === 1 ? records[0] : undefined;
    return only ? [only.patientId] : [];
  });
  const [days, setDays] = useState<number>(limits.grantDaysPreset);
  const [types, setTypes] = useState<ExamTypeName[]>([...examTypeNames]);
  const [isSubmitted, setSubmitted] = useState(false);
  const [shouldNotify, setShouldNotify] = useState(false);
  return {
    shouldNotify,
    setShouldNotify,
    chosen,
    setChosen,
    days,
    setDays: (wanted: number | null) => setDays(wanted ?? limits.grantDaysPreset),
    types,
    setTypes,
    /** The patient pressed yes with an incomplete choice. */
    isPersonMissing: isSubmitted && chosen.length === 0,
    isTypeMissing: isSubmitted && types.length === 0,
    isComplete: chosen.length > 0 && types.length > 0,
    setSubmitted,
    token,
  };
}

function AnswerButtons({
  answer,
  action,
  onIncomplete,
}: {
  answer: ReturnType<typeof useAnswer>;
  action: ReturnType<typeof useLinkAction>;
  onIncomplete: () => void;
}) {
  const t = useText('consent');
  const { language } = useLanguage();
  const deny = () =>
    void action.run('deny', () => respondToRequest({ accessToken: answer.token, response: 'deny', language }));
  const grant = () => {
    answer.setSubmitted(true);
    const days = limits.grantDays.find((each) => each === answer.days);
    if (!answer.isComplete || days === undefined) return onIncomplete();
    void action.run('grant', (code) =>
      respondToRequest({
        accessToken: answer.token,
        response: 'grant',
        patientIds: answer.chosen,
        days,
        examTypes: scopeOf(answer.types),
        tellLooks: answer.shouldNotify,
        language,
        code,
      }),
    );
  };
  const isDisabled = action.busy !== null;
  return (
    <div>
      <CodeDialog action={action} />
      <ErrorMessage error={action.codeStep === null ? action.error : null} />
      <div className="flex gap-3">
        <ConsentButton
          variant="refuse"
          busy={action.busy === 'deny'}
          busyLabel={t('ask.saying')}
          disabled={isDisabled}
          onClick={deny}
        >
          {t('ask.no')}
        </ConsentButton>
        <ConsentButton
          variant="grant"
          busy={action.busy === 'grant'}
          busyLabel={t('ask.saying')}
          disabled={isDisabled}
          onClick={grant}
        >
          {t('ask.yes')}
        </ConsentButton>
      </div>
    </div>
  );
}

/**
 * Asks for consent: doctor, persons, duration and consequences. Yes and no have equal weight and are always in view.
 */
export function ConsentRequest({
  token,
  link,
  reload,
}: {
  token: string;
  link: LinkState;
  reload: () => Promise<void>;
}) {
  const t = useText('consent');
  const format = useFormat();
  const { gender } = useDoctorPhrases(link.doctor);
  const records = link.records.filter((record) => record.status === 'pending');
  const answer = useAnswer(token, records);
  const action = useLinkAction(reload);
  const persons = useRef<HTMLDivElement>(null);
  const scrollToMissing = () => persons.current?.scrollIntoView({ block: 'center' });
  const title = t(`ask.title.${gender}`);
  return (
    <PublicLayout
      title={title}
      footer={<AnswerButtons answer={answer} action={action} onIncomplete={scrollToMissing} />}
    >
      <PageTitle>{title}</PageTitle>
      <DoctorCard doctor={link.doctor} />
      {/* with the buttons, all that an answer needs fits on a phone's first screen */}
      <Consequences />
      <CenterPhones records={records} isClose />
      <div ref={persons}>
        <Part title={t('ask.whose')}>
          <PersonChoice
            records={records}
            chosen={answer.chosen}
            onChange={answer.setChosen}
            isMissing={answer.isPersonMissing}
          />
          <p role="alert" className="text-danger-text">
            {answer.isPersonMissing && (
              <span className="mt-2 flex gap-2.5">
                <CircleAlert size={24} className="mt-0.5" />
                {t('ask.choosePerson')}
              </span>
            )}
          </p>
        </Part>
      </div>
      <Part title={t('ask.howLong')}>
        <Duration label={t('ask.howLong')} days={link.days} value={answer.days} onChange={answer.setDays} />
        <ExamTypeChoice types={answer.types} onChange={answer.setTypes} isMissing={answer.isTypeMissing} />
      </Part>
      <ul className={classes('mt-6', listClasses)}>
        <CheckLine
          checked={answer.shouldNotify}
          onChange={answer.setShouldNotify}
          title={t('accessNotice.title')}
          note={t('accessNotice.note')}
        />
      </ul>
      <p className="mt-3 text-prose text-ink-muted">
        {t('ask.answerUntil', { day: format.date(link.expiresAt), time: format.time(link.expiresAt) })}
      </p>
    </PublicLayout>
  );
}
