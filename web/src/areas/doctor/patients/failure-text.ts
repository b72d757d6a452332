import { PortalError } from '@medcloud/contract/caller';
import { useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';

/** What a failed request or code says: the portal's own sentence. */
export function useFailureText(): (error: Error) => string {
  const ui = useUiText();
  const sentence = useSentence();
  return (error) => (error instanceof PortalError ? sentence(error.sentence) : ui('error.noAnswer'));
}
