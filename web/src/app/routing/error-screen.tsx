import { useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { MessageScreen } from './message-screen.tsx';

/** What a person sees where a page failed to draw or to load. The cause goes to the console, not to them. */
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
