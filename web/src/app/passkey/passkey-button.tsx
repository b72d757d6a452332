import { KeyRound } from 'lucide-react';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import type { PasskeyUse } from './use-passkey.ts';

interface PasskeyButtonProps {
  passkey: Pick<PasskeyUse, 'start' | 'isBusy' | 'failure'>;
  label: string;
  className?: string;
  autoFocus?: boolean;
}

/** Opens the browser's dialog for passkeys; above it, why the last attempt failed. */
export function PasskeyButton({ passkey: { start, isBusy, failure }, label, ...button }: PasskeyButtonProps) {
  const t = useText('auth.passkey');
  return (
    <>
      {failure !== undefined && <Note variant="danger">{failure}</Note>}
      <Button
        {...button}
        size="large"
        icon={KeyRound}
        busy={isBusy}
        busyLabel={t('waiting')}
        onClick={() => void start()}
      >
        {label}
      </Button>
    </>
  );
}
