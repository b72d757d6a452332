import { ListFilter } from 'lucide-react';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { useUrlSearch } from '../../../app/routing/url-search.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { ListCount } from '../shared/list-count.tsx';

/** The search and the state in the address. */
export function useListAddress<State extends string>(states: readonly State[]) {
  const { typed, search, change } = useUrlSearch();
  const [params, setParams] = useUrlParams();
  const state = states.find((each) => each === params.get('state'));
  const choose = (wanted: State | 'all') =>
    setParams((before) => withParam(before, 'state', wanted === 'all' ? '' : wanted), { replace: true });
  return { typed, search: search.trim(), change, state, choose };
}

interface ToolbarProps<State extends string> {
  list: 'accounts' | 'invoices';
  address: ReturnType<typeof useListAddress<State>>;
  options: readonly { value: State; label: string }[];
  /** `X-Total-Count`; null until it is known. */
  total: string | null;
}

/** Search, state and the number of results of a list. */
export function ListToolbar<State extends string>({ list, address, options, total }: ToolbarProps<State>) {
  const t = useText('billing/admin');
  const ui = useUiText();
  const { typed, search, change, state, choose } = address;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <SearchBox
        label={t(`${list}.search`)}
        placeholder={t(`${list}.searchHint`)}
        value={typed}
        onChange={change}
        className="w-full md:w-80"
      />
      <Select<State | 'all'>
        variant="quiet"
        icon={ListFilter}
        label={t(`${list}.state`)}
        value={state ?? 'all'}
        onChange={choose}
        options={[{ value: 'all', label: t(`${list}.all`) }, ...options]}
      />
      <ListCount
        total={total}
        formatCount={(count) => t(`${list}.count`, { count })}
        formatMoreThan={(count) => t(`${list}.countMore`, { count })}
      />
      {search !== '' && (
        <Button variant="ghost" size="small" onClick={() => change('')}>
          {ui('action.clearSearch')}
        </Button>
      )}
    </div>
  );
}
