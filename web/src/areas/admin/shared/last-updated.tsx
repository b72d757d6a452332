import { RefreshCw } from 'lucide-react';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';

interface LastUpdatedProps {
  /** Milliseconds since 1970, or 0 before the first response. */
  at: number;
  busy: boolean;
  onRefresh: () => void;
}

/** Shows when the page was last loaded, and a button that reloads it. */
export function LastUpdated({ at, busy, onRefresh }: LastUpdatedProps) {
  const t = useText('operations');
  const ui = useUiText();
  const format = useFormat();
  return (
    <>
      {at > 0 && (
        <p className="text-small text-ink-muted">
          <span className="max-sm:sr-only">{t('lastUpdated')} </span>
          <time dateTime={new Date(at).toISOString()} className="figures">
            {format.clock(new Date(at))}
          </time>
        </p>
      )}
      <IconButton
        icon={RefreshCw}
        label={ui('action.refresh')}
        aria-busy={busy}
        onClick={onRefresh}
        className={busy ? '[&_svg]:animate-spin' : ''}
      />
    </>
  );
}
