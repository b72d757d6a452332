import { ChevronRight } from 'lucide-react';
import { type ComponentProps, Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { useIsNarrow } from '../../lib/media.ts';
import { useUiText } from '../../text/language.tsx';
import { SkeletonRows } from '../feedback/skeleton.tsx';
import { DialogSlot } from '../overlays/dialog-slot.tsx';
import { useFocusHandover } from '../overlays/focus-handover.ts';

export interface Column<Row> {
  key: string;
  /** Empty for a column of actions, which then has a name only for screen readers. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for actions and for figures to compare. */
  align?: 'end';
  /**
   * A CSS width, in per cent for the first column. The column then truncates its text (`TwoLines`). Columns without one
   * share the remaining width.
   */
  width?: string;
  /** Hidden below 1024 px. */
  isWideOnly?: boolean;
}

/** A row below 768 px: two lines on the left, a badge or an action on the right. */
export interface PhoneRow {
  /** On the left: 56 px. */
  image?: ReactNode;
  /** A link of `rowLinkClass` makes the whole row press it, beside an action of its own. */
  title: ReactNode;
  subtitle?: ReactNode;
  badge?: ReactNode;
  action?: ReactNode;
}

export interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while they load: the table then shows skeleton rows. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  phoneRow: (row: Row) => PhoneRow;
  /** Called when a row is pressed, or for Enter on it. */
  onOpen?: (row: Row) => void;
  /** Which rows open. Defaults to all. */
  canOpen?: (row: Row) => boolean;
  /** The key of the open row. While one is open, arrow keys also open the row they move to. */
  selectedKey?: string | null;
  /** Rows that have just arrived: tinted, and a cell must say so in text. */
  isMarked?: (row: Row) => boolean;
  /** Number of skeleton rows: as many as in the last response. */
  skeletonRows?: number;
  /** An `EmptyState`. */
  empty?: ReactNode;
  /** An `ErrorState`, shown instead of the table. */
  error?: ReactNode;
}

const nextIndexByKey: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, last) => last,
};

/** One row is in the Tab order. Arrow keys move the focus, Enter opens the row. */
function useRowNavigation<Row>({ rows, onOpen, canOpen, selectedKey }: TableProps<Row>) {
  const isOpenable = (row: Row) => onOpen !== undefined && (canOpen?.(row) ?? true);
  const [current, setCurrent] = useState(0);
  const body = useRef<HTMLTableSectionElement>(null);
  const last = (rows?.length ?? 1) - 1;
  const onRowKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, row: Row, index: number) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') {
      event.preventDefault(); // otherwise the same press also activates the focused element of the dialog it opens
      return isOpenable(row) ? onOpen?.(row) : undefined;
    }
    const next = nextIndexByKey[event.key]?.(index, last);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    const element = body.current?.rows[next];
    element?.focus();
    const nextRow = rows?.[next];
    if (selectedKey != null && nextRow !== undefined && isOpenable(nextRow)) onOpen?.(nextRow);
  };
  return { body, current: Math.min(current, last), setCurrent, onRowKeyDown, isOpenable };
}

const cellShape = 'h-12 px-3 py-1 first:pl-5 last:pr-5';

/** A row may unmount while it has the focus: its record was moved, withdrawn or answered. */
function TableRow(props: ComponentProps<'tr'>) {
  return <tr ref={useFocusHandover<HTMLTableRowElement>()} {...props} />;
}

function ListItem(props: ComponentProps<'li'>) {
  return <li ref={useFocusHandover<HTMLLIElement>()} {...props} />;
}

function WideTable<Row>(props: TableProps<Row> & { rows: readonly Row[] }) {
  const { label, columns, rows, rowKey, onOpen, selectedKey, isMarked } = props;
  const t = useUiText();
  const { body, current, setCurrent, onRowKeyDown, isOpenable } = useRowNavigation(props);
  const columnClass = (column: Column<Row>) =>
    classes(column.align === 'end' && 'text-right', column.isWideOnly && 'max-lg:hidden');
  return (
    <table aria-label={label} className="w-full border-collapse text-body">
      <thead>
        <tr className="text-left text-tiny text-ink-muted">
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              style={{ width: column.width }}
              className={classes('h-9 px-3 font-strong whitespace-nowrap first:pl-5 last:pr-5', columnClass(column))}
            >
              {column.header || <span className="sr-only">{t('list.actions')}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, index) => {
          const isSelected = selectedKey === rowKey(row);
          return (
            <TableRow
              key={rowKey(row)}
              {...(onOpen ? { tabIndex: index === current ? 0 : -1, onFocus: () => setCurrent(index) } : {})}
              {...(onOpen && isOpenable(row) ? { onClick: () => onOpen(row) } : {})}
              onKeyDown={(event) => onRowKeyDown(event, row, index)}
              {...(isSelected ? { 'aria-current': true, 'data-selected': '' } : {})}
              className={classes(
                'group border-t border-line -outline-offset-2! focus-visible:outline-2! focus-visible:outline-focus!',
                isOpenable(row) && 'cursor-pointer active:bg-primary-soft',
                isSelected
                  ? 'bg-primary-soft [&>td:first-child]:shadow-[inset_3px_0_0_var(--primary)]'
                  : isMarked?.(row)
                    ? 'bg-success-soft'
                    : 'hover:bg-bg',
              )}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={classes(cellShape, columnClass(column), column.width !== undefined && 'max-w-0')}
                >
                  {column.cell(row)}
                </td>
              ))}
            </TableRow>
          );
        })}
      </tbody>
    </table>
  );
}

function PhoneLines({ row, canOpen }: { row: PhoneRow; canOpen: boolean }) {
  return (
    <span className="relative flex min-h-[66px] items-center gap-3 px-4 py-2.5 has-[.row-link:focus-visible]:outline-2 has-[.row-link:focus-visible]:-outline-offset-2 has-[.row-link:focus-visible]:outline-focus">
      {row.image}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[0.9375rem] font-strong">{row.title}</span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-muted">{row.subtitle}</span>
      </span>
      {row.badge}
      {row.action ? (
        <span className="relative">{row.action}</span>
      ) : (
        canOpen && <ChevronRight size={18} className="text-ink-muted" />
      )}
    </span>
  );
}

function PhoneList<Row>({
  label,
  rows,
  rowKey,
  phoneRow,
  onOpen,
  selectedKey,
  isMarked,
}: TableProps<Row> & { rows: readonly Row[] }) {
  return (
    <ul aria-label={label}>
      {rows.map((row) => {
        const phoneLines = phoneRow(row);
        const isPressable = onOpen && phoneLines.action === undefined;
        const selectedAttributes =
          selectedKey === rowKey(row) ? { 'data-selected': '', 'aria-current': true as const } : {};
        return (
          <ListItem
            key={rowKey(row)}
            {...selectedAttributes}
            className={classes(
              'border-b border-line',
              selectedKey === rowKey(row) ? 'bg-primary-soft' : isMarked?.(row) && 'bg-success-soft',
            )}
          >
            {isPressable ? (
              <button
                type="button"
                onClick={() => onOpen(row)}
                className="block w-full text-left -outline-offset-2! active:bg-primary-soft"
              >
                <PhoneLines row={phoneLines} canOpen />
              </button>
            ) : (
              <PhoneLines row={phoneLines} canOpen={false} />
            )}
          </ListItem>
        );
      })}
    </ul>
  );
}

// Below 768 px the list is as wide as the page.
const cardClass = 'overflow-clip border-line bg-surface max-md:-mx-4 max-md:border-t md:rounded-card md:border';

/** A list as a table in a card, below 768 px as two-line rows. Has loading, empty and error states. */
export function Table<Row>(props: TableProps<Row>) {
  return (
    <DialogSlot>
      <Rows {...props} />
    </DialogSlot>
  );
}

function Rows<Row>(props: TableProps<Row>) {
  const isNarrow = useIsNarrow();
  const t = useUiText();
  const { rows, error, empty, skeletonRows = 5 } = props;
  if (error) return <Fragment>{error}</Fragment>;
  if (rows === undefined) {
    return (
      <div className={classes(cardClass, 'md:pt-9')}>
        <SkeletonRows rows={skeletonRows} label={t('list.loading')} />
      </div>
    );
  }
  if (rows.length === 0) return <div className={classes(cardClass, 'max-md:border-b')}>{empty}</div>;
  return (
    <div className={cardClass}>
      {isNarrow ? <PhoneList {...props} rows={rows} /> : <WideTable {...props} rows={rows} />}
    </div>
  );
}
