import { ArrowDownUp, ListFilter } from 'lucide-react';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { type InboxAddress, inboxViews } from './inbox-address.ts';

/** Shows the number of messages. The server counts up to 1,000; a plus marks more. */
function Count({ total }: { total: string | null }) {
  const t = useText('inbox');
  if (total === null) return null;
  const count = Number.parseInt(total, 10);
  return <>{t(total.endsWith('+') ? 'countMore' : 'count', { count })}</>;
}

/** Chooses the state and the order of the messages, or finds one by its reference. */
export function InboxToolbar({ address, total }: { address: InboxAddress; total: string | null }) {
  const t = useText('inbox');
  const ui = useUiText();
  const { search, view, sort, chooseView, changeSort } = address;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <SearchBox
        label={t('search')}
        placeholder={t('searchHint')}
        value={search.typed}
        onChange={search.setTyped}
        className="w-full md:w-72"
      />
      <Select
        variant="quiet"
        icon={ListFilter}
        label={ui('field.status')}
        value={view}
        onChange={chooseView}
        options={inboxViews.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <Select
        variant="quiet"
        icon={ArrowDownUp}
        label={t('sort')}
        value={sort}
        onChange={changeSort}
        options={[
          { value: 'newest', label: t('newest') },
          { value: 'urgent', label: t('urgentFirst') },
        ]}
      />
      <p role="status" className="min-h-5 text-body text-ink-muted figures">
        <Count total={total} />
      </p>
      {search.typed !== '' && (
        <Button variant="ghost" size="small" onClick={() => search.setTyped('')}>
          {ui('action.clearSearch')}
        </Button>
      )}
      {search.typed !== '' && <p className="w-full text-small text-ink-muted">{t('searchNote')}</p>}
    </div>
  );
}
