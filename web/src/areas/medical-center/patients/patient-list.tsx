import type { Patient } from '@medcloud/contract/shapes/people';
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import type { usePatients } from '../../../calls/medical-center.ts';
import { useIsNarrow, useIsWide } from '../../../lib/media.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { MatchedName } from '../../../ui/data/matched-name.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { TwoLines } from '../../../ui/data/two-lines.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PatientDownloadButton, PatientPreviewButton } from '../patient-sheet/patient-exam-buttons.tsx';
import { LatestExam } from '../shared/exam-buttons.tsx';
import { ShowMore } from '../shared/list-footer.tsx';
import { usePatientTitle } from '../shared/use-patient-title.ts';
import { PatientCount } from './patient-search.tsx';

interface PatientListProps {
  list: ReturnType<typeof usePatients>;
  search: string;
  openId: string | null;
  onOpen: (patient: Patient) => void;
  onClearSearch: () => void;
  /** The button that registers a patient. */
  register: ReactNode;
}

function useColumns(search: string): Column<Patient>[] {
  const t = useText('center');
  const patientTitle = usePatientTitle();
  const format = useFormat();
  const isWide = useIsWide();
  return [
    {
      key: 'name',
      header: t('exams.patient'),
      width: '34%',
      cell: (patient) => (
        <TwoLines
          first={<MatchedName name={patientTitle(patient)} search={search} />}
          second={
            patient.email ??
            (patient.erasedAt === undefined && (
              <span className="text-ink-faint in-data-selected:text-ink-muted">{t('noEmail')}</span>
            ))
          }
        />
      ),
    },
    {
      key: 'id',
      header: t('patients.id'),
      cell: (patient) => (
        <span className="whitespace-nowrap">
          <span className="code">{patient.patientId}</span>
          {/* a column of its own would cut the names */}
          {!isWide && <span className="block text-small text-ink-muted figures">{format.date(patient.createdAt)}</span>}
        </span>
      ),
    },
    {
      key: 'registered',
      header: t('patients.registered'),
      isWideOnly: true,
      cell: (patient) => <span className="whitespace-nowrap figures">{format.date(patient.createdAt)}</span>,
    },
    {
      key: 'exam',
      header: t('patients.latestExam'),
      cell: (patient) => <LatestExam type={patient.examType} />,
    },
    {
      key: 'actions',
      header: '',
      align: 'end',
      cell: (patient) => (
        <span className="flex justify-end gap-1">
          <PatientPreviewButton patient={patient} />
          <PatientDownloadButton patient={patient} />
        </span>
      ),
    },
  ];
}

function NoPatients({
  search,
  onClearSearch,
  register,
}: Pick<PatientListProps, 'search' | 'onClearSearch' | 'register'>) {
  const t = useText('center');
  const ui = useUiText();
  if (search === '') {
    return <EmptyState icon={Users} title={t('patients.none')} text={t('patients.noneText')} action={register} />;
  }
  const action = <Button onClick={onClearSearch}>{ui('action.clearSearch')}</Button>;
  return <EmptyState icon={Users} title={t('patients.noMatch')} text={t('patients.noMatchText')} action={action} />;
}

/** Lists the center's patients, with more pages on demand. */
export function PatientList({ list, search, openId, onOpen, onClearSearch, register }: PatientListProps) {
  const t = useText('center');
  const format = useFormat();
  const isNarrow = useIsNarrow();
  const { rows, total, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = list;
  const patientTitle = usePatientTitle();
  const columns = useColumns(search);
  const errorState = error && !rows && (
    <ApiErrorState title={t('patients.failed')} query={{ error, isFetching, refetch }} />
  );
  return (
    <>
      <Table
        label={t('patients.label')}
        rows={rows}
        rowKey={(patient) => patient.patientId}
        selectedKey={openId}
        onOpen={onOpen}
        skeletonRows={10}
        columns={columns}
        phoneRow={(patient) => ({
          title: <MatchedName name={patientTitle(patient)} search={search} />,
          subtitle: (
            <span className="figures">
              <span className="code">{patient.patientId}</span> · {format.date(patient.createdAt)}
            </span>
          ),
          badge: <LatestExam type={patient.examType} />,
        })}
        empty={<NoPatients search={search} onClearSearch={onClearSearch} register={register} />}
        error={errorState}
      />
      <div className="mt-3 flex min-h-8 flex-wrap items-center gap-3">
        {!isNarrow && search === '' && <PatientCount total={rows && rows.length > 0 ? total : null} />}
        <span className="ml-auto max-md:flex max-md:flex-1">
          <ShowMore shown={rows?.length ?? 0} hasMore={hasNextPage} busy={isFetchingNextPage} onMore={loadMore} />
        </span>
      </div>
    </>
  );
}
