import { useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { parseTotal } from './totals.ts';

interface CountMessages {
  formatCount: (count: number) => string;
  formatMany: (count: number) => string;
}

/** Shows the number of rows as the server counts them: exact up to 1000, then "more than". */
export function ResultCount({ total, formatCount, formatMany }: CountMessages & { total: string | null }) {
  const { count, isMore } = parseTotal(total);
  return (
    <p role="status" className="text-small text-ink-muted figures">
      {total === null ? '' : isMore ? formatMany(count) : formatCount(count)}
    </p>
  );
}

interface ShowMoreProps {
  shown: number;
  hasMore: boolean;
  busy: boolean;
  onMore: () => void;
}

/** Shows how many rows are loaded, and a button that loads the next ones. */
export function ShowMore({ shown, hasMore, busy, onMore }: ShowMoreProps) {
  const ui = useUiText();
  if (shown === 0) return null;
  return (
    <div className="flex items-center gap-3 max-md:flex-1 max-md:justify-between">
      <span className="text-small text-ink-muted figures">{ui('list.showing', { from: 1, to: shown })}</span>
      {hasMore && (
        <Button size="small" busy={busy} onClick={onMore}>
          {ui('action.showMore')}
        </Button>
      )}
    </div>
  );
}
