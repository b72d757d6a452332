import { useText } from './language.tsx';
import { useFailure } from './use-error-message.ts';

/** Returns a function that words a login's error, with the administrator's own text for one without a message. */
export function useLoginErrorMessage(area: 'center' | 'doctor' | 'admin'): (error: Error | null) => string | undefined {
  const t = useText('auth');
  const describeFailure = useFailure();
  return (error) => {
    const message = describeFailure(error);
    return area === 'admin' && message === '' ? t('login.invalidAdmin') : message;
  };
}
