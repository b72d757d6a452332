import type { AuditEntry } from '@medcloud/contract/shapes/audit';
import { ShieldCheck } from 'lucide-react';
import type { useAuditEvents } from '../../../calls/audit.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { TwoLines } from '../../../ui/data/two-lines.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useEventName } from '../shared/event-name.ts';
import type { AuditAddress } from './audit-address.ts';
import { OutcomeBadge, useActorName } from './audit-labels.tsx';
import { AuditToolbar } from './audit-toolbar.tsx';

function Moment({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} className="whitespace-nowrap text-ink-muted figures">
      {format.exact(at)}
    </time>
  );
}

function EventCell({ entry }: { entry: AuditEntry }) {
  const name = useEventName();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 text-pretty">
      {name(entry.event)}
      {entry.outcome !== 'success' && <OutcomeBadge entry={entry} />}
    </span>
  );
}

function SubjectCell({ entry: { patient, center, actor } }: { entry: AuditEntry }) {
  return (
    <TwoLines
      first={patient && <span className="code">{patient.patientId ?? patient.id}</span>}
      second={actor.kind === 'center' ? center?.centerId : center?.name}
    />
  );
}

function useColumns(isOpen: boolean): Column<AuditEntry>[] {
  const t = useText('audit');
  const actor = useActorName();
  const subjectColumn: Column<AuditEntry> = {
    key: 'whose',
    header: t('whose'),
    width: '22%',
    isWideOnly: true,
    cell: (entry) => <SubjectCell entry={entry} />,
  };
  return [
    { key: 'what', header: t('what'), width: '32%', cell: (entry) => <EventCell entry={entry} /> },
    {
      key: 'who',
      header: t('entry.actor'),
      width: '30%',
      cell: (entry) => <TwoLines first={actor(entry)} second={entry.actor.email} />,
    },
    ...(isOpen ? [] : [subjectColumn]),
    { key: 'time', header: t('time'), align: 'end', cell: (entry) => <Moment at={entry.at} /> },
  ];
}

function NoEntries({ address }: { address: AuditAddress }) {
  const t = useText('audit');
  const ui = useUiText();
  if (!address.isFiltered) return <EmptyState icon={ShieldCheck} title={t('none')} text={t('noneText')} />;
  const action = <Button onClick={address.clear}>{ui('action.clearFilters')}</Button>;
  return <EmptyState icon={ShieldCheck} title={t('noMatch')} text={t('noMatchText')} action={action} />;
}

interface AuditListProps {
  address: AuditAddress;
  list: ReturnType<typeof useAuditEvents>;
}

/** Lists the matching entries, newest first. */
export function AuditList({ address, list }: AuditListProps) {
  const t = useText('audit');
  const actor = useActorName();
  const columns = useColumns(address.openId !== null);
  const { rows, total, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = list;
  return (
    <>
      <AuditToolbar address={address} total={rows ? total : null} />
      <Table
        label={t('label')}
        columns={columns}
        rows={rows}
        rowKey={(entry) => entry.id}
        selectedKey={address.openId}
        onOpen={(entry) => address.open(entry.id)}
        skeletonRows={10}
        phoneRow={(entry) => ({
          title: <EventCell entry={entry} />,
          subtitle: (
            <>
              <span>{actor(entry)}</span>
              {entry.patient && <span className="code">{entry.patient.patientId ?? entry.patient.id}</span>}
              <Moment at={entry.at} />
            </>
          ),
        })}
        empty={<NoEntries address={address} />}
        error={error && !rows && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
      />
      <MoreRows list={{ hasNextPage, isFetchingNextPage, loadMore }} />
    </>
  );
}
