import { useUiText } from '../../text/language.tsx';
import { Button } from '../actions/button.tsx';

interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  loadMore: () => void;
}

/**
 * A button below a list that loads its next page. Renders nothing after the last page. `label` replaces the default.
 */
export function MoreRows({ list, label, busyLabel }: { list: PagedList; label?: string; busyLabel?: string }) {
  const t = useUiText();
  if (!list.hasNextPage) return null;
  return (
    <div className="mt-4 flex justify-center">
      <Button
        onClick={list.loadMore}
        busy={list.isFetchingNextPage}
        {...(busyLabel === undefined ? {} : { busyLabel })}
      >
        {label ?? t('action.showMore')}
      </Button>
    </div>
  );
}
