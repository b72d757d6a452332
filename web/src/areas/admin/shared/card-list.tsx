import type { ReactNode } from 'react';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useUiText } from '../../../text/language.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { Card } from '../../../ui/layout/card.tsx';

interface CardListProps<Row> {
  /** The accessible name of the list. */
  label: string;
  list: {
    rows: Row[] | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    loadMore: () => void;
  };
  rowKey: (row: Row) => string;
  card: (row: Row) => ReactNode;
  /** An `EmptyState` element. */
  empty: ReactNode;
  errorTitle: string;
  /** The number of lines in a card, so the skeleton cards have the same height. */
  lineCount: number;
}

/** As many columns as fit. An open sheet leaves the list less than the window's width. */
const grid = 'grid gap-5 grid-cols-[repeat(auto-fill,minmax(min(100%,27rem),1fr))]';

function CardSkeletons({ lineCount }: { lineCount: number }) {
  const ui = useUiText();
  return (
    <div role="status" className={`skeleton ${grid}`}>
      <span className="sr-only">{ui('list.loading')}</span>
      {['first', 'second', 'third', 'fourth'].map((card) => (
        <div
          key={card}
          aria-hidden="true"
          className="flex flex-col gap-3.5 rounded-card border border-line bg-surface p-4 md:p-5"
        >
          <span className="h-4 w-44 skeleton-bar" />
          {Array.from({ length: lineCount }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeleton lines have no identity except their position
            <span key={line} className={`h-3 skeleton-bar ${line % 2 === 0 ? 'w-60' : 'w-48'}`} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Lists rows as cards in every load state, with more pages on demand. */
export function CardList<Row>({ label, list, rowKey, card, empty, errorTitle, lineCount }: CardListProps<Row>) {
  const { rows, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = list;
  if (!rows && error) return <ApiErrorState title={errorTitle} query={{ error, isFetching, refetch }} />;
  if (!rows) return <CardSkeletons lineCount={lineCount} />;
  if (rows.length === 0) return <Card isFlush>{empty}</Card>;
  return (
    <>
      <ul aria-label={label} className={grid}>
        {rows.map((row) => (
          <li key={rowKey(row)} className="grid min-w-0">
            {card(row)}
          </li>
        ))}
      </ul>
      <MoreRows list={{ hasNextPage, isFetchingNextPage, loadMore }} />
    </>
  );
}
