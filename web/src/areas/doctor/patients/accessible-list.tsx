import { matchRanges } from '@medcloud/contract/names/match-ranges';
import { screenPath } from '@medcloud/contract/screens';
import type { AccessiblePatient } from '@medcloud/contract/shapes/people';
import { UserSearch } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { useUrlParams } from '../../../app/routing/url-params.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useAccessiblePatients } from '../../../calls/doctor.ts';
import { fromList } from '../../../lib/back-link.ts';
import { useDebounced } from '../../../lib/debounced.ts';
import { patientName } from '../../../lib/names.ts';
import { useNow } from '../../../lib/now.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { ExamTypeBadge } from '../../../ui/data/exam-type-badge.tsx';
import { Highlight } from '../../../ui/data/highlight.tsx';
import { type Column, type PhoneRow, Table } from '../../../ui/data/table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { isEndingSoon } from '../shared/is-ending-soon.ts';
import { useFreshGrants } from './fresh-grants.ts';

const examsPath = ({ patientId }: AccessiblePatient) => screenPath('doctorPatientExams', { patientId });

/** Returns the list and its search. The URL changes immediately, the request is debounced. */
export function useAccessibleList() {
  const [params, setParams] = useUrlParams();
  const search = params.get('search') ?? '';
  const list = useAccessiblePatients(useDebounced(search.trim()));
  const setSearch = (text: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (text === '') next.delete('search');
        else next.set('search', text);
        return next;
      },
      { replace: true },
    );
  return { search, setSearch, list };
}

type AccessibleListState = ReturnType<typeof useAccessibleList>;

function ExpiryCell({ at }: { at: string }) {
  const format = useFormat();
  const now = useNow();
  const timeLeft = format.relative(at, now);
  return (
    <span className="flex items-center gap-2.5 whitespace-nowrap figures">
      <span className={isEndingSoon(at, now) ? 'max-xl:sr-only' : ''}>{format.date(at)}</span>
      {isEndingSoon(at, now) ? (
        <Badge variant="warn">{timeLeft}</Badge>
      ) : (
        <span className="text-small text-ink-muted max-xl:hidden">{timeLeft}</span>
      )}
    </span>
  );
}

function ViewExams({ row, isShort }: { row: AccessiblePatient; isShort?: boolean }) {
  const t = useText('doctor');
  const format = useFormat();
  const count = format.number(row.examCount);
  return (
    <Button asChild size="small">
      <Link to={examsPath(row)} state={fromList} onClick={(event) => event.stopPropagation()}>
        {!isShort && <span className="max-xl:hidden">{t('patients.list.viewExams')}</span>}
        <span className={isShort ? '' : 'xl:hidden'}>{t('patients.list.viewShort')}</span>
        <span className="font-normal figures">{count}</span>
        <span className="sr-only">, {patientName(row)}</span>
      </Link>
    </Button>
  );
}

function Name({ row, search, isFresh }: { row: AccessiblePatient; search: string; isFresh: boolean }) {
  const t = useText('doctor');
  const name = patientName(row);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 wrap-break-word font-strong">
        <Highlight text={name} ranges={search === '' ? [] : matchRanges(name, search)} />
      </span>
      {isFresh && <Badge variant="ok">{t('patients.list.isNew')}</Badge>}
    </span>
  );
}

function useColumns(search: string, isFresh: (row: AccessiblePatient) => boolean): Column<AccessiblePatient>[] {
  const t = useText('doctor');
  const ui = useUiText();
  const format = useFormat();
  return [
    {
      key: 'name',
      header: t('patients.list.name'),
      cell: (row) => <Name row={row} search={search} isFresh={isFresh(row)} />,
    },
    {
      key: 'birth',
      header: t('patients.list.birth'),
      cell: (row) => <span className="whitespace-nowrap figures">{format.day(row.dateOfBirth)}</span>,
    },
    { key: 'gender', header: ui('field.gender'), isWideOnly: true, cell: (row) => ui(`gender.${row.gender}`) },
    {
      key: 'type',
      header: ui('field.examType'),
      cell: (row) =>
        row.examType ? (
          <ExamTypeBadge type={row.examType} />
        ) : (
          <span className="text-ink-faint">{ui('examType.none')}</span>
        ),
    },
    { key: 'until', header: t('patients.list.until'), cell: (row) => <ExpiryCell at={row.expiresAt} /> },
    { key: 'actions', header: '', align: 'end', cell: (row) => <ViewExams row={row} /> },
  ];
}

function usePhoneRow(search: string, isFresh: (row: AccessiblePatient) => boolean) {
  const t = useText('doctor');
  const format = useFormat();
  const now = useNow();
  return (row: AccessiblePatient): PhoneRow => ({
    title: <Name row={row} search={search} isFresh={isFresh(row)} />,
    subtitle: (
      <>
        {row.examType && <ExamTypeBadge type={row.examType} />}
        {isEndingSoon(row.expiresAt, now) ? (
          <Badge variant="warn">{format.relative(row.expiresAt, now)}</Badge>
        ) : (
          <span className="figures">{t('patients.list.untilShort', { day: format.date(row.expiresAt) })}</span>
        )}
      </>
    ),
    action: <ViewExams row={row} isShort />,
  });
}

function NoPatients({ isSearching, onClear }: { isSearching: boolean; onClear: () => void }) {
  const t = useText('doctor');
  const ui = useUiText();
  if (!isSearching)
    return <EmptyState icon={UserSearch} title={t('patients.list.empty')} text={t('patients.list.emptyText')} />;
  return (
    <EmptyState
      icon={UserSearch}
      title={t('patients.list.none')}
      text={t('patients.list.noneText')}
      action={<Button onClick={onClear}>{ui('action.clearSearch')}</Button>}
    />
  );
}

function MoreButton({ list }: { list: AccessibleListState['list'] }) {
  const ui = useUiText();
  if (!list.hasNextPage) return null;
  return (
    <div className="mt-3 flex items-center justify-between gap-3 text-small text-ink-muted figures">
      {ui('list.showing', { from: 1, to: list.rows?.length ?? 0 })}
      <Button size="small" onClick={list.loadMore} busy={list.isFetchingNextPage} busyLabel={ui('list.loading')}>
        {ui('action.showMore')}
      </Button>
    </div>
  );
}

/**
 * Lists the patients with an active grant. A grant that arrives while the list is open is highlighted and announced.
 */
export function AccessibleList({ search, setSearch, list }: AccessibleListState) {
  const t = useText('doctor');
  const navigate = useNavigate();
  const completeList = search === '' && !list.isPlaceholderData ? list.rows : undefined;
  const fresh = useFreshGrants(completeList, list.dataUpdatedAt);
  const isFresh = (row: AccessiblePatient) => fresh.some((each) => each.id === row.id);
  const columns = useColumns(search, isFresh);
  const phoneRow = usePhoneRow(search, isFresh);
  const hasFailed = list.isError && list.data === undefined;
  const names = fresh.map(patientName).join(', ');
  return (
    <section aria-labelledby="accessible-patients" className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="accessible-patients" className="text-h2">
          {t('patients.list.title')}
          {list.total !== '0' && <span className="ml-1 font-normal text-ink-muted figures">{list.total}</span>}
        </h2>
        <SearchBox
          label={t('patients.list.search')}
          placeholder={t('patients.list.placeholder')}
          value={search}
          onChange={setSearch}
          className="w-full md:w-80"
        />
      </div>
      <Table
        label={t('patients.list.title')}
        columns={columns}
        rows={list.rows}
        rowKey={(row) => row.id}
        phoneRow={phoneRow}
        onOpen={(row) => void navigate(examsPath(row), { state: fromList })}
        isMarked={isFresh}
        empty={<NoPatients isSearching={search !== ''} onClear={() => setSearch('')} />}
        error={hasFailed && <ApiErrorState title={t('patients.list.failed')} query={list} />}
      />
      <MoreButton list={list} />
      <p role="status" className="sr-only">
        {names !== '' && t('patients.list.granted', { names })}
      </p>
    </section>
  );
}
