import { type ReactNode, useCallback, useState } from 'react';
import { StepUpContext } from '../../calls/client/step-up.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';

const StepUpDialog = lazyComponent(async () => (await import('./step-up-dialog.tsx')).StepUpDialog);

/** Asks for the user's factor or password again if an action needs a step-up, above the current screen or dialog. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<{ resolve: (isConfirmed: boolean) => void } | null>(null);
  const promptFactor = useCallback(() => new Promise<boolean>((resolve) => setPending({ resolve })), []);
  const close = (isConfirmed: boolean) => {
    pending?.resolve(isConfirmed);
    setPending(null);
  };
  return (
    <StepUpContext value={promptFactor}>
      {children}
      {pending && <StepUpDialog onConfirmed={() => close(true)} onCancel={() => close(false)} />}
    </StepUpContext>
  );
}
