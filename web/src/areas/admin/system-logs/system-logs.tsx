import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useRefreshOperations, useSystemInfo, useSystemLogs } from '../../../calls/operations.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText } from '../../../text/language.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { LastUpdated } from '../shared/last-updated.tsx';
import { type LogAddress, useLogAddress } from './log-address.ts';
import { LogList } from './log-list.tsx';
import { SystemStatus } from './system-status.tsx';

function Status({ info }: { info: ReturnType<typeof useSystemInfo> }) {
  const t = useText('operations');
  // an older reply must not keep showing that everything works
  if (!info.error) return <SystemStatus info={info.data} />;
  return <ApiErrorState title={t('health.failed')} query={info} />;
}

function LogTab({ address }: { address: LogAddress }) {
  const { search, level, source } = address;
  const logs = useSystemLogs({ search: search.debounced, level, source });
  return <LogList address={address} logs={logs} />;
}

const MessageTab = lazyComponent(async () => (await import('./message-tab.tsx')).MessageTab);

/** Shows the system log and the messages the portal sent. */
export function SystemLogs() {
  const t = useText('operations');
  const address = useLogAddress();
  const info = useSystemInfo();
  const refresh = useRefreshOperations();
  return (
    <>
      <PageHeader
        title={t('logs.title')}
        purpose={t('logs.purpose')}
        action={<LastUpdated at={info.dataUpdatedAt} busy={info.isFetching} onRefresh={refresh} />}
      />
      <div className="mb-5">
        <Status info={info} />
      </div>
      <Tabs
        label={t('logs.tabs')}
        value={address.tab}
        onChange={address.showTab}
        tabs={[
          { value: 'log', label: t('logs.log') },
          { value: 'messages', label: t('logs.messages') },
        ]}
      >
        {address.tab === 'messages' ? <MessageTab /> : <LogTab address={address} />}
      </Tabs>
    </>
  );
}
