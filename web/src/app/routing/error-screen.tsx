import { useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { MessageScreen } from './message-screen.tsx';

/** Shown if a page fails to render or to load. The cause goes to the console and is not shown. */
export function ErrorScreen() {
  const t = useUiText();
  return (
    <MessageScreen title={t('error.title')} text={t('error.unexpected')}>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t('action.reload')}
      </Button>
    </MessageScreen>
  );
}
