import { Outlet } from 'react-router';
import { SessionProvider } from '../session/session.tsx';
import { StepUpProvider } from '../session/step-up.tsx';

/** Provides the session to all screens that need one. The landing and consent pages are outside it. */
export function SessionLayout() {
  return (
    <SessionProvider>
      <StepUpProvider>
        <Outlet />
      </StepUpProvider>
    </SessionProvider>
  );
}
