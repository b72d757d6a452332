import { screens } from '@medcloud/contract/screens';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import type { useMessageCounts } from '../../../calls/operations.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Card } from '../../../ui/layout/card.tsx';

const channels = ['sms', 'mail'] as const;

/** Shows three figures per channel for the last 24 hours' messages, with a link to all messages. */
export function MessageSummary({ counts }: { counts: ReturnType<typeof useMessageCounts> }) {
  const t = useText('operations');
  const format = useFormat();
  const { data, error, isFetching, refetch } = counts;
  if (error && !data) {
    return <ApiErrorState title={t('messages.fetchFailed')} query={{ error, isFetching, refetch }} />;
  }
  const link = (
    <Link
      to={`${screens.adminSystemLogs}?tab=messages`}
      className="inline-flex min-h-6 items-center gap-1 text-small font-strong text-primary-text hover:underline"
    >
      {t('messages.all')}
      <ChevronRight size={16} />
    </Link>
  );
  const figure = (value: number | undefined) =>
    value === undefined ? <span className="inline-block h-3 w-6 skeleton-bar" /> : format.number(value);
  return (
    <Card title={t('messages.summary')} aside={link}>
      <table aria-label={t('health.lastDay')} className="w-full text-body">
        <thead>
          <tr className="text-tiny text-ink-muted">
            <td className="pb-1 text-left">{t('health.lastDay')}</td>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="pb-1 pl-4 text-right font-strong">
                {t(`messages.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['sent', 'waiting', 'lost'] as const).map((row) => (
            <tr key={row}>
              <th scope="row" className="py-1 text-left font-normal text-ink-muted">
                {t(row === 'lost' ? 'messages.notDelivered' : `messages.several.${row}`)}
              </th>
              {channels.map((channel) => {
                const channelCounts = data?.[channel];
                const value =
                  channelCounts &&
                  (row === 'lost'
                    ? channelCounts.failed + channelCounts.expired + channelCounts.uncertain
                    : channelCounts[row]);
                return (
                  <td
                    key={channel}
                    className={`py-1 pl-4 text-right font-strong figures ${row === 'lost' && value ? 'text-danger-text' : ''}`}
                  >
                    {figure(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
