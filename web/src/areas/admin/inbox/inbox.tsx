import { useId, useState } from 'react';
import { useSupportMessages } from '../../../calls/support.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useUnsentText } from '../../../lib/leave-guard.ts';
import { useText } from '../../../text/language.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { useInboxAddress } from './inbox-address.ts';
import { InboxList } from './inbox-list.tsx';
import { InboxToolbar } from './inbox-toolbar.tsx';

const InboxMessage = lazyComponent(async () => (await import('./inbox-message.tsx')).InboxMessage);

/** Shows the messages to the operator and the replies. */
export function AdminInbox() {
  const t = useText('inbox');
  const address = useInboxAddress();
  const { view, sort, search, openId } = address;
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const id = useId();
  useUnsentText(Object.values(drafts).some((draft) => draft !== '') ? id : undefined, 'page');
  const list = useSupportMessages({
    sort,
    ...(view === 'all' ? {} : { state: view }),
    ...(search.debounced.trim() === '' ? {} : { search: search.debounced.trim() }),
  });
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <InboxToolbar address={address} total={list.rows ? list.total : null} />
      <InboxList list={list} address={address} />
      {openId !== null && (
        <InboxMessage
          key={openId}
          id={openId}
          draft={drafts[openId] ?? ''}
          onDraft={(text) => setDrafts((before) => ({ ...before, [openId]: text }))}
          onClose={() => address.open(null)}
        />
      )}
    </>
  );
}
