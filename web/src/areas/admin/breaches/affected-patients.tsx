import type { BreachPatient } from '@medcloud/contract/shapes/breaches';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useBreachPatients } from '../../../calls/breaches.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';

function PatientId({ patientId }: Pick<BreachPatient, 'patientId'>) {
  const t = useText('breaches/record.extent');
  if (patientId === null) return <span className="text-ink-muted">{t('gone')}</span>;
  return <span className="whitespace-nowrap code">{patientId}</span>;
}

function useColumns(): Column<BreachPatient>[] {
  const t = useText('breaches/record.extent');
  const format = useFormat();
  const time = (instant: string) => <span className="whitespace-nowrap figures">{format.dateTime(instant)}</span>;
  return [
    { key: 'patient', header: t('patient'), cell: (row) => <PatientId patientId={row.patientId} /> },
    { key: 'center', header: t('center'), cell: (row) => <span className="code">{row.centerId ?? '–'}</span> },
    { key: 'first', header: t('first'), cell: (row) => time(row.first) },
    { key: 'last', header: t('last'), isWideOnly: true, cell: (row) => time(row.last) },
    { key: 'events', header: t('accesses'), align: 'end', cell: (row) => format.number(row.events) },
  ];
}

function PatientTable({ id }: { id: string }) {
  const t = useText('breaches/record.extent');
  const ui = useUiText();
  const format = useFormat();
  const list = useBreachPatients(id, { enabled: true });
  const { rows, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = list;
  return (
    <>
      <Table
        label={t('patients')}
        columns={useColumns()}
        rows={rows}
        rowKey={(row) => row.id}
        phoneRow={(row) => ({
          title: <PatientId patientId={row.patientId} />,
          subtitle: `${row.centerId ?? '–'}, ${format.dateTime(row.first)}`,
        })}
        error={error && !rows && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
      />
      <MoreRows list={{ hasNextPage, isFetchingNextPage, loadMore }} label={t('more')} busyLabel={ui('list.loading')} />
    </>
  );
}

/** Lists the patients that a breach touches once they are asked for, because each call leaves an audit event. */
export function AffectedPatients({ id }: { id: string }) {
  const t = useText('breaches/record.extent');
  const [isShown, setShown] = useState(false);
  if (isShown) return <PatientTable id={id} />;
  return (
    <div>
      <Button icon={Users} onClick={() => setShown(true)}>
        {t('show')}
      </Button>
      <p className="mt-1.5 text-small text-ink-muted">{t('showNote')}</p>
    </div>
  );
}
