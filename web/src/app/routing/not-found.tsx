import { useUiText } from '../../text/language.tsx';
import { MessageScreen } from './message-screen.tsx';

/** Any other path. The hint for developers is not in the build (product, smaller rulings). */
export function NotFound() {
  const t = useUiText();
  const hint = import.meta.env.DEV ? ` ${t('error.notFoundHint')}` : '';
  return <MessageScreen title={t('error.notFound')} text={t('error.notFoundText') + hint} />;
}
