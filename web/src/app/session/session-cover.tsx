import { ErrorScreen } from '../routing/error-screen.tsx';

/** Covers the screen of an expired session if its dialog cannot load: another person may now use the computer. */
export const sessionCover = (
  <div role="alertdialog" aria-modal="true" className="fixed inset-0 z-40 overflow-auto bg-bg">
    <ErrorScreen />
  </div>
);
