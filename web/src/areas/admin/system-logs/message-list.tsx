import {
  isMessageKind,
  type MessageChannel,
  type MessageState,
  messageChannels,
  messageStates,
} from '@medcloud/contract/operations/messages';
import type { MessageDelivery } from '@medcloud/contract/shapes/operations';
import { formatError } from '@medcloud/text/format-error';
import { ListFilter, Mail, MessageSquare } from 'lucide-react';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import type { useMessages } from '../../../calls/operations.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { MessageStateBadge } from './message-badges.tsx';

/** Reads the list's filters from the URL. */
export function useMessageAddress() {
  const [params, setParams] = useUrlParams();
  const channel = messageChannels.find((each) => each === params.get('channel'));
  const state = messageStates.find((each) => each === params.get('state'));
  const setParam = (name: string, value: string) =>
    setParams((before) => withParam(before, name, value === 'all' ? '' : value), { replace: true });
  return {
    channel,
    state,
    isFiltered: channel !== undefined || state !== undefined,
    chooseChannel: (wanted: MessageChannel | 'all') => setParam('channel', wanted),
    chooseState: (wanted: MessageState | 'all') => setParam('state', wanted),
    clear: () => setParams({ tab: 'messages' }, { replace: true }),
  };
}

type MessageAddress = ReturnType<typeof useMessageAddress>;

function Toolbar({ address, total }: { address: MessageAddress; total: string | null }) {
  const t = useText('operations');
  const ui = useUiText();
  const count = total === null ? null : Number.parseInt(total, 10);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Select
        variant="quiet"
        icon={ListFilter}
        label={ui('field.status')}
        value={address.state ?? 'all'}
        onChange={address.chooseState}
        options={[
          { value: 'all', label: t('messages.allStates') },
          ...messageStates.map((value) => ({ value, label: t(`messages.several.${value}`) })),
        ]}
      />
      <Select
        variant="quiet"
        label={t('messages.channel')}
        value={address.channel ?? 'all'}
        onChange={address.chooseChannel}
        options={[
          { value: 'all', label: t('messages.allChannels') },
          ...messageChannels.map((value) => ({ value, label: t(`messages.${value}`) })),
        ]}
      />
      <p role="status" className="min-h-5 text-body text-ink-muted figures">
        {count !== null && t(total?.endsWith('+') ? 'messages.countMore' : 'messages.count', { count })}
      </p>
      {address.isFiltered && (
        <Button variant="ghost" size="small" onClick={address.clear}>
          {ui('action.clearFilters')}
        </Button>
      )}
    </div>
  );
}

const channelIcons = { sms: MessageSquare, mail: Mail } as const;

function Kind({ message: { kind, channel } }: { message: MessageDelivery }) {
  const t = useText('operations');
  const log = useText('system-log');
  const Icon = channelIcons[channel];
  return (
    <span className="inline-flex items-center gap-2.5 align-middle">
      <Icon size={16} className="shrink-0 text-ink-muted" role="img" aria-label={t(`messages.${channel}`)} />
      {isMessageKind(kind) ? log(`kinds.${kind}`) : kind}
    </span>
  );
}

function Moment({ at }: { at: string | null }) {
  const format = useFormat();
  if (at === null) return null;
  return (
    <time dateTime={at} className="whitespace-nowrap text-ink-muted figures">
      {format.exact(at)}
    </time>
  );
}

function LastError({ message: { lastError } }: { message: MessageDelivery }) {
  const health = useText('health');
  if (lastError === null) return null;
  return <span className="wrap-anywhere text-ink-muted">{formatError(health, lastError)}</span>;
}

function useColumns(): Column<MessageDelivery>[] {
  const t = useText('operations');
  const ui = useUiText();
  return [
    { key: 'kind', header: t('messages.kind'), cell: (message) => <Kind message={message} /> },
    {
      key: 'channel',
      header: t('messages.channel'),
      isWideOnly: true,
      cell: (message) => t(`messages.${message.channel}`),
    },
    { key: 'state', header: ui('field.status'), cell: (message) => <MessageStateBadge state={message.state} /> },
    {
      key: 'attempts',
      header: t('messages.attempts'),
      align: 'end',
      isWideOnly: true,
      cell: (message) => <span className="figures">{message.attempts}</span>,
    },
    {
      key: 'lastError',
      header: t('messages.lastError'),
      cell: (message) => <LastError message={message} />,
    },
    { key: 'written', header: t('messages.written'), cell: (message) => <Moment at={message.createdAt} /> },
    { key: 'done', header: t('messages.done'), isWideOnly: true, cell: (message) => <Moment at={message.doneAt} /> },
  ];
}

function NoMessages({ address }: { address: MessageAddress }) {
  const t = useText('operations');
  const ui = useUiText();
  if (!address.isFiltered) return <EmptyState icon={Mail} title={t('messages.none')} text={t('messages.noneText')} />;
  return (
    <EmptyState
      icon={Mail}
      title={t('messages.noMatch')}
      text={t('messages.noMatchText')}
      action={<Button onClick={address.clear}>{ui('action.clearFilters')}</Button>}
    />
  );
}

interface MessageListProps {
  address: MessageAddress;
  messages: ReturnType<typeof useMessages>;
}

/** Lists every SMS and email with its state, newest first. */
export function MessageList({ address, messages }: MessageListProps) {
  const t = useText('operations');
  const ui = useUiText();
  const columns = useColumns();
  const { rows, total, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = messages;
  return (
    <>
      <Toolbar address={address} total={total} />
      <Table
        label={t('messages.label')}
        columns={columns}
        rows={rows}
        rowKey={(message) => message.id}
        skeletonRows={10}
        phoneRow={(message) => ({
          title: <Kind message={message} />,
          subtitle: (
            <>
              <Moment at={message.createdAt} />
              <LastError message={message} />
            </>
          ),
          badge: <MessageStateBadge state={message.state} />,
        })}
        empty={<NoMessages address={address} />}
        error={
          error && !rows && <ApiErrorState title={t('messages.fetchFailed')} query={{ error, isFetching, refetch }} />
        }
      />
      <p className="mt-3 max-w-[72ch] text-small text-ink-muted">{t('messages.privacy')}</p>
      <MoreRows
        list={{ hasNextPage, isFetchingNextPage, loadMore }}
        label={t('messages.more')}
        busyLabel={ui('list.loading')}
      />
    </>
  );
}
