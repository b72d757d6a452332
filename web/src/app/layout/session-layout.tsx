import { Outlet } from 'react-router';
import { SessionProvider } from '../session/session.tsx';
import { StepUpProvider } from '../session/step-up.tsx';

/** The session around all screens that need one; the landing and consent pages stand outside it. */
export function SessionLayout() {
  return (
    <SessionProvider>
      <StepUpProvider>
        <Outlet />
      </StepUpProvider>
    </SessionProvider>
  );
}
