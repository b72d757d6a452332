import { ApiError } from '@medcloud/contract/api-client';
import type { Reply } from '@medcloud/contract/route';
import type * as routes from '@medcloud/contract/routes/doctor';
import { screens } from '@medcloud/contract/screens';
import type { AccessiblePatient } from '@medcloud/contract/shapes/people';
import { ArrowLeft, Ban, FileSearch } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { useUrlParams } from '../../../app/routing/url-params.ts';
import { usePatientExams } from '../../../calls/doctor.ts';
import { useExamThumbnails } from '../../../calls/exams.ts';
import { useBackLink } from '../../../lib/back-link.ts';
import { dayOf, yearsBetween } from '../../../lib/dates.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useIsNarrow } from '../../../lib/media.ts';
import { patientName } from '../../../lib/names.ts';
import { formatPhone } from '../../../lib/phones.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { type ExamTypeName, examTypeNames } from '../../../ui/data/exam-type-badge.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { type Tab, Tabs } from '../../../ui/layout/tabs.tsx';
import { AccessGuardNote, useAccessGuard } from '../shared/access-guard.tsx';
import { DoctorExamRow } from '../shared/doctor-exam-row.tsx';
import { isEndingSoon } from '../shared/is-ending-soon.ts';

const RevokeAccessDialog = lazyComponent(async () => (await import('./revoke-access-dialog.tsx')).RevokeAccessDialog);

type PatientExams = Reply<typeof routes.patientExams>;

/** Returns to the list in its previous state if the page was opened from it. */
function BackButton() {
  const t = useText('doctor');
  const { goBack } = useBackLink();
  return (
    <Button asChild variant="ghost" size="small" icon={ArrowLeft}>
      <Link to={screens.doctorPatients} className="-ml-2.5" onClick={goBack}>
        {t('exams.back')}
      </Link>
    </Button>
  );
}

function RevokeButton({ patient }: { patient: AccessiblePatient }) {
  const t = useText('doctor');
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="small" icon={Ban} onClick={() => setDialogOpen(true)}>
        {t('exams.giveUp')}
      </Button>
      {isDialogOpen && <RevokeAccessDialog patient={patient} onClose={() => setDialogOpen(false)} />}
    </>
  );
}

function PatientFacts({ patient }: { patient: AccessiblePatient }) {
  const t = useText('doctor');
  const ui = useUiText();
  const format = useFormat();
  const isNarrow = useIsNarrow();
  const until = (
    <span className="inline-flex flex-wrap items-center gap-2 figures">
      {format.date(patient.expiresAt)}
      {isEndingSoon(patient.expiresAt, Date.now()) && (
        <Badge variant="warn">{format.relative(patient.expiresAt, Date.now())}</Badge>
      )}
    </span>
  );
  const age = {
    day: format.day(patient.dateOfBirth),
    years: yearsBetween(patient.dateOfBirth, dayOf(new Date())),
  };
  const columns = [
    [
      { label: t('exams.birth'), value: <span className="figures">{t('exams.years', age)}</span> },
      { label: ui('field.gender'), value: ui(`gender.${patient.gender}`) },
      { label: t('exams.patientId'), value: <span className="code">{patient.patientId}</span> },
    ],
    [
      { label: t('exams.center'), value: patient.medicalCenter.name },
      ...(patient.phone
        ? [{ label: ui('field.phone'), value: <span className="figures">{formatPhone(patient.phone)}</span> }]
        : []),
      ...(patient.amka ? [{ label: ui('field.amka'), value: <span className="code">{patient.amka}</span> }] : []),
      { label: t('patients.list.until'), value: until },
    ],
  ];
  return (
    <Card title={t('exams.details')}>
      <div className="grid items-start gap-x-10 gap-y-1.5 md:grid-cols-2">
        {(isNarrow ? [columns.flat()] : columns).map((facts) => (
          <Facts key={facts[0]?.label} facts={facts} />
        ))}
      </div>
      <div className="mt-2 -mb-1 -ml-2.5">
        <RevokeButton patient={patient} />
      </div>
    </Card>
  );
}

/** Reads the chosen exam type from the URL. */
function useTypeTab(exams: PatientExams['exams']) {
  const t = useText('doctor');
  const ui = useUiText();
  const [params, setParams] = useUrlParams();
  const chosen: ExamTypeName | 'all' = examTypeNames.find((type) => type === params.get('type')) ?? 'all';
  const tabs: Tab<ExamTypeName | 'all'>[] = [
    { value: 'all', label: t('exams.all'), count: exams.length },
    ...examTypeNames.map((type) => ({
      value: type,
      label: ui(`examType.${type}`),
      count: exams.filter((exam) => exam.examType === type).length,
    })),
  ];
  const { state } = useLocation();
  const choose = (type: ExamTypeName | 'all') => setParams(type === 'all' ? {} : { type }, { replace: true, state });
  return { tabs, chosen, choose, shown: exams.filter((exam) => chosen === 'all' || exam.examType === chosen) };
}

const pageSize = 20;

/** Shows a list in pages of 20; from the first one again for another list. */
function useShowMore<Row>(rows: readonly Row[], list: string) {
  const [shown, setShown] = useState({ list, count: pageSize });
  const count = shown.list === list ? shown.count : pageSize;
  return {
    visible: rows.slice(0, count),
    hasMore: rows.length > count,
    showMore: () => setShown({ list, count: count + pageSize }),
  };
}

function ExamTabs({ exams }: { exams: PatientExams['exams'] }) {
  const t = useText('doctor');
  const ui = useUiText();
  const { tabs, chosen, choose, shown } = useTypeTab(exams);
  const { visible, hasMore, showMore } = useShowMore(shown, chosen);
  const images = useExamThumbnails(visible);
  return (
    <Tabs label={t('exams.types')} value={chosen} onChange={choose} tabs={tabs}>
      <Card isFlush className="max-md:-mx-4 max-md:rounded-none max-md:border-x-0">
        {shown.length === 0 ? (
          <EmptyState
            icon={FileSearch}
            title={t(exams.length === 0 ? 'exams.empty' : 'exams.none')}
            text={t('exams.noneText')}
          />
        ) : (
          <ul className="divide-y divide-line">
            {visible.map((exam) => (
              <DoctorExamRow key={exam.id} exam={exam} image={images.get(exam.id)} />
            ))}
          </ul>
        )}
      </Card>
      {hasMore && (
        <div className="mt-4 flex justify-center">
          <Button onClick={showMore}>{ui('action.showMore')}</Button>
        </div>
      )}
    </Tabs>
  );
}

/** Shows why nothing is shown. Offers a retry unless the error is final. */
function AccessError({ error, onRetry, busy }: { error: Error | null; onRetry: () => void; busy: boolean }) {
  const t = useText('doctor');
  const describeFailure = useFailure();
  const guard = useAccessGuard(error);
  const isFinal = error instanceof ApiError && (error.status === 403 || error.status === 404);
  const isNotFound = error instanceof ApiError && error.code === 'not_found';
  if (guard) return <AccessGuardNote guard={guard} />;
  const hasEnded = error instanceof ApiError && (error.code === 'access_expired' || error.code === 'access_revoked');
  if (hasEnded)
    return (
      <Note
        variant="warning"
        title={t(error.code === 'access_expired' ? 'patients.over.ended' : 'patients.over.revoked')}
        actions={
          <Button asChild size="small">
            <Link to={screens.doctorPatients}>{t('patients.over.again')}</Link>
          </Button>
        }
      >
        {describeFailure(error)}
      </Note>
    );
  return (
    <ErrorState
      title={t('exams.failed')}
      text={isNotFound ? t('exams.notFound') : describeFailure(error)}
      {...(isFinal ? {} : { onRetry, busy })}
    />
  );
}

/** Shows one consenting patient and the exams that the grant covers. */
export function DoctorPatientExams() {
  const t = useText('doctor');
  const { patientId = '' } = useParams();
  const { data, error, isFetching, refetch } = usePatientExams(patientId);
  // A current refusal overrides data shown before.
  const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404);
  const patientExams = isRefused ? undefined : data;
  return (
    <>
      <PageHeader title={patientExams ? patientName(patientExams.patient) : t('exams.title')} back={<BackButton />} />
      {patientExams && (
        <>
          <PatientFacts patient={patientExams.patient} />
          <div className="mt-4">
            <ExamTabs exams={patientExams.exams} />
          </div>
        </>
      )}
      {!patientExams && error && <AccessError error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!patientExams && !error && <SkeletonRows rows={6} label={t('exams.loading')} />}
    </>
  );
}
