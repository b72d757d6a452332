import { screens } from '@medcloud/contract/screens';
import type { Patient } from '@medcloud/contract/shapes/people';
import { Upload } from 'lucide-react';
import { Link } from 'react-router';
import { useExamsOfPatient, usePatient } from '../../calls/medical-center.ts';
import { sentenceOf } from '../../calls/use-call.ts';
import { dayOf, yearsBetween } from '../../kit/dates.ts';
import { patientName } from '../../kit/names.ts';
import { useNow } from '../../kit/now.ts';
import { showPhone } from '../../kit/phones.ts';
import { centerText } from '../../text/center.ts';
import { useFormat } from '../../text/format.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useSentence } from '../../text/sentences.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Sheet, SheetSection } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ExamLines } from './exam-lines.tsx';

function PatientFacts({ patient }: { patient: Patient }) {
  const t = useText(centerText);
  const ui = useUiText();
  const format = useFormat();
  const today = dayOf(new Date(useNow()));
  const { dateOfBirth, gender, phone, email, address, language, createdAt } = patient;
  const age = { day: format.day(dateOfBirth), years: yearsBetween(dateOfBirth, today) };
  const known = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }]);
  return (
    <Facts
      facts={[
        { label: t('sheet.birthDate'), value: <span className="figures">{t('sheet.age', age)}</span> },
        { label: t('sheet.gender'), value: ui(`gender.${gender}`) },
        ...known(t('sheet.phone'), phone && showPhone(phone)),
        ...known(t('sheet.email'), email),
        ...known(t('sheet.address'), address),
        ...known(t('sheet.language'), language && t(language === 'el' ? 'sheet.greek' : 'sheet.english')),
        { label: t('sheet.registered'), value: <span className="figures">{format.dateTime(createdAt)}</span> },
      ]}
    />
  );
}

function PatientExams({ patientId }: { patientId: string }) {
  const t = useText(centerText);
  const ui = useUiText();
  const sentence = useSentence();
  const { rows, error, isFetching, refetch } = useExamsOfPatient(patientId);
  const history = `${screens.centerHistory}?${new URLSearchParams({ patientSearch: patientId })}`;
  const link = rows && rows.length > 0 && (
    <Link to={history} className="inline-flex min-h-6 items-center text-small text-primary-text hover:underline">
      {t('sheet.history')}
    </Link>
  );
  return (
    <SheetSection title={t('sheet.exams')} count={rows?.length} action={link}>
      {error && !rows ? (
        <ErrorState
          title={t('sheet.failed')}
          text={sentence(sentenceOf(error))}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : !rows ? (
        <SkeletonRows rows={2} label={ui('list.loading')} />
      ) : rows.length === 0 ? (
        <p className="text-ink-muted">{t('sheet.noExams')}</p>
      ) : (
        <ExamLines exams={rows} />
      )}
    </SheetSection>
  );
}

interface PatientSheetProps {
  patientId: string;
  /** Where the list holds the patient already, nothing more is asked for. */
  listed: Patient | undefined;
  onClose: () => void;
}

/** One patient beside the list: who it is, which exams there are, and the next thing one does. */
export function PatientSheet({ patientId, listed, onClose }: PatientSheetProps) {
  const t = useText(centerText);
  const ui = useUiText();
  const sentence = useSentence();
  const found = usePatient(listed ? null : patientId);
  const patient = listed ?? found.patient;
  const upload = `${screens.centerUpload}?${new URLSearchParams({ patientId })}`;
  const isMissing = !patient && !found.isPending;
  return (
    <Sheet
      title={patient ? patientName(patient) : patientId}
      subtitle={
        patient && (
          <>
            <span className="code">{patient.patientId}</span>
            <CopyButton value={patient.patientId} label={t('copyId')} />
          </>
        )
      }
      actions={
        patient && (
          <Button asChild size="small" variant="primary" icon={Upload}>
            <Link to={upload}>{t('uploadExam')}</Link>
          </Button>
        )
      }
      onClose={onClose}
    >
      {patient && (
        <>
          <SheetSection>
            <PatientFacts patient={patient} />
          </SheetSection>
          <PatientExams patientId={patientId} />
        </>
      )}
      {!patient && (
        <SheetSection>
          {isMissing ? (
            <ErrorState title={t('sheet.missing')} text={sentence(sentenceOf(found.error)) ?? ''} />
          ) : (
            <SkeletonRows rows={4} label={ui('list.loading')} />
          )}
        </SheetSection>
      )}
    </Sheet>
  );
}
