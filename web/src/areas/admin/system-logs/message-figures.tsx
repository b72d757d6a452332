import type { messageStates } from '@medcloud/contract/operations/messages';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import type { useMessageCounts } from '../../../calls/operations.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { StatCards } from '../../../ui/data/stat-cards.tsx';

// states that need attention come first
const order = [
  'sent',
  'waiting',
  'failed',
  'uncertain',
  'expired',
  'superseded',
] as const satisfies readonly (typeof messageStates)[number][];

/** Shows how many messages of the last 24 hours are in each state. */
export function MessageFigures({ counts }: { counts: ReturnType<typeof useMessageCounts> }) {
  const t = useText('operations');
  const format = useFormat();
  const { data, error, isFetching, refetch } = counts;
  if (error && !data) {
    return <ApiErrorState title={t('messages.fetchFailed')} query={{ error, isFetching, refetch }} />;
  }
  return (
    <section className="mb-5">
      <h2 className="mb-2 text-h3">{t('health.lastDay')}</h2>
      <StatCards
        stats={order.map((state) => ({
          label: t(`messages.several.${state}`),
          value: data && format.number(data.sms[state] + data.mail[state]),
          note:
            data && data.sms[state] + data.mail[state] > 0
              ? t('messages.byChannel', { sms: data.sms[state], mail: data.mail[state] })
              : undefined,
        }))}
      />
    </section>
  );
}
