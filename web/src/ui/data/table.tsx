import { ChevronRight } from 'lucide-react';
import { type ComponentProps, Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { useNarrow } from '../../lib/media.ts';
import { useUiText } from '../../text/language.tsx';
import { SkeletonRows } from '../feedback/skeleton.tsx';
import { AboveList } from '../overlays/above.tsx';
import { useFocusHandedOn } from '../overlays/focus-kept.ts';

export interface Column<Row> {
  key: string;
  /** Empty for a column of actions: its name is then said to readers only. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for actions, and for figures one compares. */
  align?: 'end';
  /** A CSS width; the columns without one share the rest. */
  width?: string;
  /** Left out below 1024. */
  wideOnly?: boolean;
}

/** A row below 768: two lines at the left, a badge or an action at the right. */
export interface PhoneRow {
  title: ReactNode;
  second?: ReactNode;
  badge?: ReactNode;
  action?: ReactNode;
}

export interface TableProps<Row> {
  /** What the table lists, for readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while they load: skeleton rows stand in. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  phoneRow: (row: Row) => PhoneRow;
  /** Pressing a row, or Enter on it. */
  onOpen?: (row: Row) => void;
  /** Which rows open; all of them unless said. */
  opens?: (row: Row) => boolean;
  /** The key of the row that is open; while one is, the arrows open as they move. */
  selected?: string | null;
  /** Rows that have just come: tinted, with a word of their own in a cell. */
  marked?: (row: Row) => boolean;
  /** As many as last time. */
  skeletonRows?: number;
  /** An `EmptyState`. */
  empty?: ReactNode;
  /** An `ErrorState`: takes the whole table's place. */
  error?: ReactNode;
}

const moves: Record<string, (place: number, last: number) => number> = {
  ArrowDown: (place, last) => Math.min(place + 1, last),
  ArrowUp: (place) => Math.max(place - 1, 0),
  Home: () => 0,
  End: (_place, last) => last,
};

/** One row takes the keyboard; arrows move it, Enter opens. */
function useRowKeys<Row>({ rows, onOpen, opens, selected }: TableProps<Row>) {
  const isOpening = (row: Row) => onOpen !== undefined && (opens?.(row) ?? true);
  const [current, setCurrent] = useState(0);
  const body = useRef<HTMLTableSectionElement>(null);
  const last = (rows?.length ?? 1) - 1;
  const keys = (event: KeyboardEvent<HTMLTableRowElement>, row: Row, place: number) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') {
      event.preventDefault(); // else the same press would also act on what takes the focus in the dialog it opens
      return isOpening(row) ? onOpen?.(row) : undefined;
    }
    const next = moves[event.key]?.(place, last);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    const element = body.current?.rows[next];
    element?.focus();
    const opened = rows?.[next];
    if (selected != null && opened !== undefined && isOpening(opened)) onOpen?.(opened);
  };
  return { body, current: Math.min(current, last), setCurrent, keys, isOpening };
}

const cellShape = 'h-12 px-3 py-1 first:pl-5 last:pr-5';

/** Rows may leave while one stands on them: moved, withdrawn, answered. */
function LeavingRow(props: ComponentProps<'tr'>) {
  return <tr ref={useFocusHandedOn<HTMLTableRowElement>()} {...props} />;
}

function LeavingItem(props: ComponentProps<'li'>) {
  return <li ref={useFocusHandedOn<HTMLLIElement>()} {...props} />;
}

function WideTable<Row>(props: TableProps<Row> & { rows: readonly Row[] }) {
  const { label, columns, rows, rowKey, onOpen, selected, marked } = props;
  const t = useUiText();
  const { body, current, setCurrent, keys, isOpening } = useRowKeys(props);
  const side = (column: Column<Row>) =>
    classes(column.align === 'end' && 'text-right', column.wideOnly && 'max-lg:hidden');
  return (
    <table aria-label={label} className="w-full border-collapse text-body">
      <thead>
        <tr className="text-left text-tiny text-ink-muted">
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              style={{ width: column.width }}
              className={classes('h-9 px-3 font-thing whitespace-nowrap first:pl-5 last:pr-5', side(column))}
            >
              {column.header || <span className="sr-only">{t('list.actions')}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, place) => {
          const chosen = selected === rowKey(row);
          return (
            <LeavingRow
              key={rowKey(row)}
              {...(onOpen ? { tabIndex: place === current ? 0 : -1, onFocus: () => setCurrent(place) } : {})}
              {...(onOpen && isOpening(row) ? { onClick: () => onOpen(row) } : {})}
              onKeyDown={(event) => keys(event, row, place)}
              {...(chosen ? { 'aria-current': true, 'data-selected': '' } : {})}
              className={classes(
                'group border-t border-line -outline-offset-2! focus-visible:outline-2! focus-visible:outline-focus!',
                isOpening(row) && 'cursor-pointer active:bg-primary-soft',
                chosen
                  ? 'bg-primary-soft [&>td:first-child]:shadow-[inset_3px_0_0_var(--primary)]'
                  : marked?.(row)
                    ? 'bg-success-soft'
                    : 'hover:bg-bg',
              )}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={classes(cellShape, side(column), column.width !== undefined && 'max-w-0')}
                >
                  {column.cell(row)}
                </td>
              ))}
            </LeavingRow>
          );
        })}
      </tbody>
    </table>
  );
}

function PhoneLines({ row, opens }: { row: PhoneRow; opens: boolean }) {
  return (
    <span className="flex min-h-[66px] items-center gap-3 px-4 py-2.5">
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[0.9375rem] font-thing">{row.title}</span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-muted">{row.second}</span>
      </span>
      {row.badge}
      {row.action ?? (opens && <ChevronRight size={18} className="text-ink-muted" />)}
    </span>
  );
}

function PhoneList<Row>({
  label,
  rows,
  rowKey,
  phoneRow,
  onOpen,
  selected,
  marked,
}: TableProps<Row> & { rows: readonly Row[] }) {
  return (
    <ul aria-label={label}>
      {rows.map((row) => {
        const lines = phoneRow(row);
        const pressed = onOpen && lines.action === undefined;
        const chosen = selected === rowKey(row) ? { 'data-selected': '', 'aria-current': true as const } : {};
        return (
          <LeavingItem
            key={rowKey(row)}
            {...chosen}
            className={classes(
              'border-b border-line',
              selected === rowKey(row) ? 'bg-primary-soft' : marked?.(row) && 'bg-success-soft',
            )}
          >
            {pressed ? (
              <button
                type="button"
                onClick={() => onOpen(row)}
                className="block w-full text-left -outline-offset-2! active:bg-primary-soft"
              >
                <PhoneLines row={lines} opens />
              </button>
            ) : (
              <PhoneLines row={lines} opens={false} />
            )}
          </LeavingItem>
        );
      })}
    </ul>
  );
}

// Below 768 the list runs from edge to edge of the page.
const frame = 'overflow-clip border-line bg-surface max-md:-mx-4 max-md:border-t md:rounded-card md:border';

/** A list of things: a table in a card, two-line rows below 768, and its own loading, empty and error states. */
export function Table<Row>(props: TableProps<Row>) {
  return (
    <AboveList>
      <Rows {...props} />
    </AboveList>
  );
}

function Rows<Row>(props: TableProps<Row>) {
  const narrow = useNarrow();
  const t = useUiText();
  const { rows, error, empty, skeletonRows = 5 } = props;
  if (error) return <Fragment>{error}</Fragment>;
  if (rows === undefined) {
    return (
      <div className={classes(frame, 'md:pt-9')}>
        <SkeletonRows rows={skeletonRows} label={t('list.loading')} />
      </div>
    );
  }
  if (rows.length === 0) return <div className={classes(frame, 'max-md:border-b')}>{empty}</div>;
  return (
    <div className={frame}>{narrow ? <PhoneList {...props} rows={rows} /> : <WideTable {...props} rows={rows} />}</div>
  );
}
