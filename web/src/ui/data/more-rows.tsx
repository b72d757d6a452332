import { useUiText } from '../../text/language.tsx';
import { Button } from '../actions/button.tsx';

interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  loadMore: () => void;
}

/** Below a list that goes on: brings its next page. `label` where the list has words of its own. */
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
