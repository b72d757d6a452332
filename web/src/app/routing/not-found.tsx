import { useUiText } from '../../text/language.tsx';
import { MessageScreen } from './message-screen.tsx';

/** Shown for unknown paths. The build removes the hint for developers (product, other decisions). */
export function NotFound() {
  const t = useUiText();
  const hint = import.meta.env.DEV ? ` ${t('error.notFoundHint')}` : '';
  return <MessageScreen title={t('error.notFound')} text={t('error.notFoundText') + hint} />;
}
