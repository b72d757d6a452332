import { Stethoscope } from 'lucide-react';
import { useUrlText } from '../../../app/routing/url-text.ts';
import { useDoctors } from '../../../calls/admin.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { CardList } from '../shared/card-list.tsx';
import { ListCount } from '../shared/list-count.tsx';
import { DoctorCard } from './doctor-card.tsx';

interface ToolbarProps {
  typed: string;
  onType: (text: string) => void;
  total: string | null;
  isSearch: boolean;
}

function Toolbar({ typed, onType, total, isSearch }: ToolbarProps) {
  const t = useText('admin.lists');
  const ui = useUiText();
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchBox
        label={t('doctors.search')}
        placeholder={t('doctors.searchHint')}
        value={typed}
        onChange={onType}
        className="w-full md:w-80"
      />
      <ListCount
        total={total}
        formatCount={(count) => t(isSearch ? 'doctors.found' : 'doctors.count', { count })}
        formatMoreThan={(count) => t(isSearch ? 'doctors.foundMany' : 'doctors.countMany', { count })}
      />
      {isSearch && (
        <Button variant="ghost" size="small" onClick={() => onType('')}>
          {ui('action.clearSearch')}
        </Button>
      )}
    </div>
  );
}

/** Lists every doctor who has applied, in every status. */
export function AdminDoctors() {
  const t = useText('admin.lists');
  const { typed, debounced, setTyped } = useUrlText('search');
  const search = debounced.trim();
  const list = useDoctors(search);
  const isSearch = search !== '';
  return (
    <>
      <PageHeader title={t('doctors.title')} />
      <Toolbar typed={typed} onType={setTyped} total={list.rows ? list.total : null} isSearch={isSearch} />
      <CardList
        label={t('doctors.title')}
        list={list}
        rowKey={(doctor) => doctor.id}
        card={(doctor) => <DoctorCard doctor={doctor} search={search} />}
        lineCount={6}
        errorTitle={t('doctors.failed')}
        empty={
          <EmptyState
            icon={Stethoscope}
            title={t(isSearch ? 'doctors.noMatch' : 'doctors.none')}
            text={t(isSearch ? 'doctors.noMatchText' : 'doctors.noneText')}
          />
        }
      />
    </>
  );
}
