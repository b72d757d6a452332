import { useSession } from './session.tsx';

export interface StepUpDialogProps {
  /** The proof was right, and a new session has replaced the old one. */
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Returns what to do with the session of a step-up. */
export function useStepUpResult(onConfirmed: () => void): (reply: { sessionId: string }) => void {
  const { user, medicalCenter, doctor, member, signIn } = useSession();
  return ({ sessionId }) => {
    if (user) signIn({ sessionId, user, medicalCenter, doctor, member });
    onConfirmed();
  };
}
