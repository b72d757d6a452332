import { entriesOfCenter } from '@medcloud/contract/routes/access-report';
import * as center from '@medcloud/contract/routes/medical-center';
import { screens } from '@medcloud/contract/screens';
import type { Patient } from '@medcloud/contract/shapes/people';
import { Pencil, ScanEye, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../app/session/use-may.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { useExamsOfPatient, usePatientSheet } from '../../../calls/medical-center.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Sheet, SheetSection } from '../../../ui/overlays/sheet.tsx';
import { usePatientTitle } from '../shared/use-patient-title.ts';
import { AccessLog } from './access-log.tsx';
import { ExamLines } from './exam-lines.tsx';
import { PatientFacts } from './patient-facts.tsx';
import { PatientGrants } from './patient-grants.tsx';

const EditDialog = lazyComponent(async () => (await import('./edit-dialog.tsx')).EditDialog);

function PatientExams({ patientId, onExam }: { patientId: string; onExam: (examId: string) => void }) {
  const t = useText('center');
  const ui = useUiText();
  const { rows, total, error, isFetching, refetch } = useExamsOfPatient(patientId);
  const history = `${screens.centerHistory}?${new URLSearchParams({ patientSearch: patientId })}`;
  const link = rows && rows.length > 0 && (
    <Link to={history} className="inline-flex min-h-6 items-center text-small text-primary-text hover:underline">
      {t('sheet.history')}
    </Link>
  );
  return (
    <SheetSection title={t('sheet.exams')} count={rows && (total ?? rows.length)} action={link}>
      {error && !rows ? (
        <ApiErrorState title={t('sheet.failed')} query={{ error, isFetching, refetch }} />
      ) : !rows ? (
        <SkeletonRows rows={2} label={ui('list.loading')} />
      ) : rows.length === 0 ? (
        <p className="text-ink-muted">{t('sheet.noExams')}</p>
      ) : (
        <ExamLines exams={rows} onDetails={onExam} />
      )}
    </SheetSection>
  );
}

interface PatientSheetProps {
  patientId: string;
  /** The patient if the list has already loaded it. The sheet shows it until its own data arrives. */
  listedPatient: Patient | undefined;
  onClose: () => void;
  onExam: (examId: string) => void;
}

/** Leads to the report of who saw the patient's record, an erased one's too. */
function ReportLink({ patientId }: { patientId: string }) {
  const t = useText('center');
  const may = useMay();
  if (!may(entriesOfCenter)) return null;
  return (
    <Button asChild size="small" icon={ScanEye}>
      <Link to={`${screens.centerAccessReport}?${new URLSearchParams({ subject: `patient:${patientId}` })}`}>
        {t('whoSaw')}
      </Link>
    </Button>
  );
}

function SheetActions({ patient, onEdit }: { patient: Patient; onEdit: (() => void) | undefined }) {
  const t = useText('center');
  const may = useMay();
  const upload = `${screens.centerUpload}?${new URLSearchParams({ patientId: patient.patientId })}`;
  return (
    <>
      {may(center.beginUpload) && (
        <Button asChild size="small" variant="primary" icon={Upload}>
          <Link to={upload}>{t('uploadExam')}</Link>
        </Button>
      )}
      {may(center.changePatient) && (
        <Button size="small" icon={Pencil} onClick={onEdit} disabled={!onEdit}>
          {t('sheet.edit')}
        </Button>
      )}
      <ReportLink patientId={patient.patientId} />
    </>
  );
}

/** Shows a skeleton or the error while there is no patient. */
function NoPatient({ call }: { call: ReturnType<typeof usePatientSheet> }) {
  const t = useText('center');
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  const isUnknown = call.error && 'status' in call.error && call.error.status === 404;
  return (
    <SheetSection>
      {call.error ? (
        <ErrorState
          title={t(isUnknown ? 'sheet.missing' : 'sheet.notLoaded')}
          text={isUnknown ? '' : errorMessage(errorMessageOf(call.error))}
          {...(isUnknown ? {} : { onRetry: () => void call.refetch(), busy: call.isFetching })}
        />
      ) : (
        <SkeletonRows rows={4} label={ui('list.loading')} />
      )}
    </SheetSection>
  );
}

function Grants({ call }: { call: ReturnType<typeof usePatientSheet> }) {
  const t = useText('center');
  const ui = useUiText();
  if (call.data) return <PatientGrants sheet={call.data} />;
  return (
    <SheetSection title={t('grants.title')}>
      {call.error ? (
        <ApiErrorState title={t('grants.failed')} query={call} />
      ) : (
        <SkeletonRows rows={1} label={ui('list.loading')} />
      )}
    </SheetSection>
  );
}

/** Tells that a patient was erased, and when. */
function ErasedNote({ erasedAt }: { erasedAt: string }) {
  const t = useText('center');
  const format = useFormat();
  return (
    <SheetSection>
      <p>{t('patients.erasedNote', { date: format.date(erasedAt) })}</p>
    </SheetSection>
  );
}

/** Shows one patient beside the list: details, exams, grants and access log. */
export function PatientSheet({ patientId, listedPatient, onClose, onExam }: PatientSheetProps) {
  const t = useText('center');
  const patientTitle = usePatientTitle();
  const [isEditing, setEditing] = useState(false);
  const maySeeAccess = useMay()(center.accessLog);
  const call = usePatientSheet(patientId);
  const patient = call.data?.patient ?? listedPatient;
  return (
    <Sheet
      title={patient ? patientTitle(patient) : patientId}
      subtitle={
        patient && (
          <>
            <span className="code">{patient.patientId}</span>
            <CopyButton value={patient.patientId} label={t('copyId')} />
          </>
        )
      }
      actions={
        patient &&
        (patient.erasedAt ? (
          <ReportLink patientId={patient.patientId} />
        ) : (
          <SheetActions patient={patient} onEdit={call.data ? () => setEditing(true) : undefined} />
        ))
      }
      onClose={onClose}
    >
      {patient?.erasedAt ? (
        <>
          <ErasedNote erasedAt={patient.erasedAt} />
          {maySeeAccess && <AccessLog patientId={patientId} />}
        </>
      ) : patient ? (
        <>
          <SheetSection>
            <PatientFacts patient={patient} />
          </SheetSection>
          <PatientExams patientId={patientId} onExam={onExam} />
          {maySeeAccess && (
            <>
              <Grants call={call} />
              <AccessLog patientId={patientId} />
            </>
          )}
        </>
      ) : (
        <NoPatient call={call} />
      )}
      {isEditing && call.data && (
        <EditDialog patient={call.data.patient} amka={call.data.patient.amka} onClose={() => setEditing(false)} />
      )}
    </Sheet>
  );
}
