import { limits } from '@medcloud/contract/limits';
import { beginUpload, registerPatient } from '@medcloud/contract/routes/medical-center';
import { screens } from '@medcloud/contract/screens';
import type { Patient } from '@medcloud/contract/shapes/people';
import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { useUrlText } from '../../../app/routing/url-text.ts';
import { useMay } from '../../../app/session/use-may.ts';
import { useExam, usePatients } from '../../../calls/medical-center.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { patientName } from '../../../lib/names.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { PatientList } from './patient-list.tsx';
import { PatientSearch } from './patient-search.tsx';

const RegistrationDialog = lazyComponent(async () => (await import('./registration-dialog.tsx')).RegistrationDialog);

const PatientSheet = lazyComponent(async () => (await import('../patient-sheet/patient-sheet.tsx')).PatientSheet);

const ExamSheet = lazyComponent(async () => (await import('../shared/exam-sheet.tsx')).ExamSheet);

/** Shows the new patient's id with two follow-up actions, for ten seconds unless it is in use. */
function RegisteredNote({ patient, onDismiss }: { patient: Patient; onDismiss: () => void }) {
  const t = useText('center');
  const may = useMay();
  const upload = `${screens.centerUpload}?${new URLSearchParams({ patientId: patient.patientId })}`;
  return (
    <div className="mb-4">
      <Note
        variant="success"
        title={t('registration.registered')}
        live="status"
        dismissAfterMs={limits.registrationBannerMs}
        onDismiss={onDismiss}
        actions={
          <>
            <CopyButton value={patient.patientId} text={t('copyId')} />
            {may(beginUpload) && (
              <Button asChild size="small" icon={Upload}>
                <Link to={upload}>{t('uploadExam')}</Link>
              </Button>
            )}
          </>
        }
      >
        {patientName(patient)} <span aria-hidden="true">·</span>{' '}
        <strong className="font-semibold whitespace-nowrap code">{patient.patientId}</strong>
      </Note>
    </div>
  );
}

/** Reads the list's state from the URL: search, order and the open sheet. */
function useListAddress() {
  const [params, setParams] = useUrlParams();
  const search = useUrlText('search');
  const sortOrder: 'asc' | 'desc' = params.get('sortOrder') === 'asc' ? 'asc' : 'desc';
  const sort = (order: 'asc' | 'desc') =>
    setParams((before) => withParam(before, 'sortOrder', order === 'asc' ? 'asc' : ''), { replace: true });
  const openId = params.get('patient');
  // Only the first sheet adds a history entry: a phone's Back button then returns to the list. Later ones replace it.
  const open = (id: string | null) =>
    setParams((before) => withParam(withParam(before, 'exam', ''), 'patient', id ?? ''), { replace: openId !== null });
  const examId = params.get('exam');
  // An exam adds another entry: Back returns to its patient.
  const openExam = (patientId: string, exam: string) =>
    setParams((before) => withParam(withParam(before, 'patient', patientId), 'exam', exam));
  return { search, sortOrder, sort, openId, open, examId, openExam };
}

interface OpenSheetProps {
  address: ReturnType<typeof useListAddress>;
  openId: string;
  rows: readonly Patient[] | undefined;
}

/** Shows the open patient beside the list, or one of the patient's exams. */
function OpenSheet({ address, openId, rows }: OpenSheetProps) {
  const close = () => address.open(null);
  if (address.examId !== null)
    return <ExamSheet key={address.examId} examId={address.examId} onClose={close} onBack={address.open} />;
  return (
    <PatientSheet
      key={openId}
      patientId={openId}
      listedPatient={rows?.find((patient) => patient.patientId === openId)}
      onClose={close}
      onExam={(examId) => address.openExam(openId, examId)}
    />
  );
}

/** Shows search, list and the open patient. About forty registrations a day start here. */
export function CenterPatients() {
  const t = useText('center');
  const address = useListAddress();
  const [isRegistering, setRegistering] = useState(false);
  const [registered, setRegistered] = useState<Patient | null>(null);
  const list = usePatients({ search: address.search.debounced, sortOrder: address.sortOrder });
  // a moved exam belongs to another patient than the one whose sheet led to it
  const { exam } = useExam(address.examId);
  const may = useMay();
  const register = may(registerPatient) && (
    <Button variant="primary" icon={Plus} shortLabel={t('patients.registerShort')} onClick={() => setRegistering(true)}>
      {t('patients.register')}
    </Button>
  );
  const handleRegistered = (patient: Patient) => {
    setRegistering(false);
    setRegistered(patient);
  };
  return (
    <>
      <PageHeader title={t('patients.title')} action={register} />
      {registered && <RegisteredNote key={registered.id} patient={registered} onDismiss={() => setRegistered(null)} />}
      <PatientSearch {...address} total={list.rows ? list.total : null} />
      <PatientList
        list={list}
        search={address.search.debounced}
        openId={exam?.patient.patientId ?? address.openId}
        onOpen={(patient) => address.open(patient.patientId)}
        onClearSearch={() => address.search.setTyped('')}
        register={register}
      />
      {isRegistering && <RegistrationDialog onClose={() => setRegistering(false)} onRegistered={handleRegistered} />}
      {address.openId !== null && <OpenSheet address={address} openId={address.openId} rows={list.rows} />}
    </>
  );
}
