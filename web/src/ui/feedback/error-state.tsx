import type { ReactNode } from 'react';
import { useUiText } from '../../text/language.tsx';
import { Button } from '../actions/button.tsx';
import { Note } from './note.tsx';

/** Replaces a list or page that failed to load: the error and a retry button. */
export function ErrorState({
  title,
  text,
  onRetry,
  busy,
}: {
  title: ReactNode;
  text?: ReactNode;
  onRetry?: () => void;
  busy?: boolean;
}) {
  const t = useUiText();
  const retry = onRetry && (
    <Button size="small" onClick={onRetry} busy={busy ?? false}>
      {t('action.retry')}
    </Button>
  );
  return (
    <Note variant="danger" title={title} actions={retry}>
      {text ?? t('error.noAnswer')}
    </Note>
  );
}
