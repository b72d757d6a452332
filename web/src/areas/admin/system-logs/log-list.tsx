import { isEventSource, isSystemEventCode } from '@medcloud/contract/operations/system-events';
import type { SystemLogEntry } from '@medcloud/contract/shapes/operations';
import { formatSystemEvent } from '@medcloud/text/format-system-event';
import { ScrollText } from 'lucide-react';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import type { useSystemLogs } from '../../../calls/operations.ts';
import { useFormat } from '../../../text/format.ts';
import { useLanguage, useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import type { LogAddress } from './log-address.ts';
import { LogToolbar } from './log-toolbar.tsx';

/**
 * Shows an entry's text in the current language and how often it occurred. An entry of a later version stays in
 * English.
 */
function Message({ entry: { code, params, message, times } }: { entry: SystemLogEntry }) {
  const t = useText('operations');
  const log = useText('system-log');
  const health = useText('health');
  const { language } = useLanguage();
  return (
    <span className="text-pretty wrap-anywhere">
      {isSystemEventCode(code) ? formatSystemEvent({ log, health }, { code, params }, language) : message}
      {times > 1 && (
        <span className="ml-2 whitespace-nowrap text-ink-muted figures">{t('logs.times', { count: times })}</span>
      )}
    </span>
  );
}

function useSourceName(): (source: string) => string {
  const t = useText('system-log');
  return (source) => (isEventSource(source) ? t(`sources.${source}`) : source);
}

function useColumns(): Column<SystemLogEntry>[] {
  const t = useText('operations');
  const format = useFormat();
  const sourceName = useSourceName();
  return [
    { key: 'level', header: t('logs.level'), cell: (entry) => <StatusBadge status={entry.level} /> },
    {
      key: 'message',
      header: t('logs.message'),
      cell: (entry) => (
        <>
          <Message entry={entry} />
          <span className="block text-small text-ink-muted lg:hidden">{sourceName(entry.source)}</span>
        </>
      ),
    },
    {
      key: 'source',
      header: t('logs.source'),
      isWideOnly: true,
      cell: (entry) => <span className="whitespace-nowrap text-ink-muted">{sourceName(entry.source)}</span>,
    },
    {
      key: 'time',
      header: t('logs.time'),
      cell: (entry) => (
        <time dateTime={entry.timestamp} className="whitespace-nowrap text-ink-muted figures">
          {format.exact(entry.timestamp)}
        </time>
      ),
    },
  ];
}

function NoEntries({ address }: { address: LogAddress }) {
  const t = useText('operations');
  const ui = useUiText();
  if (!address.isFiltered) return <EmptyState icon={ScrollText} title={t('logs.none')} text={t('logs.noneText')} />;
  return (
    <EmptyState
      icon={ScrollText}
      title={t('logs.noMatch')}
      text={t('logs.noMatchText')}
      action={<Button onClick={address.clear}>{ui('action.clearFilters')}</Button>}
    />
  );
}

export type Logs = ReturnType<typeof useSystemLogs>;

/** Lists the entries of the system log, newest first. */
export function LogList({ address, logs }: { address: LogAddress; logs: Logs }) {
  const t = useText('operations');
  const ui = useUiText();
  const format = useFormat();
  const sourceName = useSourceName();
  const columns = useColumns();
  const { rows, total, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = logs;
  return (
    <>
      <LogToolbar address={address} total={total} />
      <Table
        label={t('logs.label')}
        columns={columns}
        rows={rows}
        rowKey={(entry) => entry.id}
        skeletonRows={10}
        phoneRow={(entry) => ({
          title: (
            <span className="text-wrap text-body font-normal">
              <Message entry={entry} />
            </span>
          ),
          subtitle: (
            <>
              <StatusBadge status={entry.level} />
              <span>{sourceName(entry.source)}</span>
              <time dateTime={entry.timestamp} className="figures">
                {format.exact(entry.timestamp)}
              </time>
            </>
          ),
        })}
        empty={<NoEntries address={address} />}
        error={error && !rows && <ApiErrorState title={t('logs.failed')} query={{ error, isFetching, refetch }} />}
      />
      <MoreRows
        list={{ hasNextPage, isFetchingNextPage, loadMore }}
        label={t('logs.more')}
        busyLabel={ui('list.loading')}
      />
    </>
  );
}
