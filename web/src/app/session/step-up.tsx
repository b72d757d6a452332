import { type ReactNode, useCallback, useState } from 'react';
import { StepUpContext } from '../../calls/client/step-up.ts';
import { later } from '../../ui/feedback/later.tsx';

const StepUpDialog = later(async () => (await import('./step-up-dialog.tsx')).StepUpDialog);

/** Asks for the password once more where an act needs it, above whatever screen or dialog acts. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [answer, setAnswer] = useState<{ give: (isGiven: boolean) => void } | null>(null);
  const ask = useCallback(() => new Promise<boolean>((give) => setAnswer({ give })), []);
  const close = (isGiven: boolean) => {
    answer?.give(isGiven);
    setAnswer(null);
  };
  return (
    <StepUpContext value={ask}>
      {children}
      {answer && <StepUpDialog onGiven={() => close(true)} onGivenUp={() => close(false)} />}
    </StepUpContext>
  );
}
