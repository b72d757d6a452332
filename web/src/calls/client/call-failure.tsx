import { PortalError } from '@medcloud/contract/caller';
import { useUiText } from '../../text/language.tsx';
import { useSentence } from '../../text/sentences.ts';
import { Note } from '../../ui/feedback/note.tsx';

/** Why a call failed, where no field and no other page says it. */
export function CallFailure({ title, error }: { title: string; error: Error | null }) {
  const ui = useUiText();
  const sentence = useSentence();
  if (error === null || (error instanceof PortalError && error.fields.length > 0)) return null;
  return (
    <Note tone="danger" title={title}>
      {error instanceof PortalError ? sentence(error.sentence) : ui('error.noAnswer')}
    </Note>
  );
}
