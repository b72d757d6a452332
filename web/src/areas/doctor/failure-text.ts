import { PortalError } from '@medcloud/contract/caller';
import { doctorText } from '../../text/doctor.ts';
import { useLanguage, useText, useUiText } from '../../text/language.tsx';
import { useSentence } from '../../text/sentences.ts';

const minuteSeconds = 60;
const hourSeconds = 3_600;

/** What a failed request or code says: the portal's own text, or the same in Greek; its limits carry figures, so they are written anew. */
export function useFailureText(): (error: Error) => string {
  const t = useText(doctorText);
  const ui = useUiText();
  const sentence = useSentence();
  const { language } = useLanguage();
  return (error) => {
    if (!(error instanceof PortalError)) return ui('error.noAnswer');
    const known = sentence(error.sentence);
    if (language === 'en' || known !== error.sentence || error.retryAfterSeconds === undefined) return known;
    const seconds = Math.ceil(error.retryAfterSeconds);
    if (seconds <= minuteSeconds) return t('patients.wait.seconds', { seconds: String(seconds) });
    return t(seconds <= hourSeconds ? 'patients.wait.hour' : 'patients.wait.day');
  };
}
