import { NavigationType, type To, type UNSAFE_createBrowserHistory } from 'react-router';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import type { FormPlace, LeaveGuard } from '../../lib/leave-guard.ts';

export const LeaveQuestion = lazyComponent(async () => (await import('./leave-question.tsx')).LeaveQuestion);

type BrowserHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;
type HistoryUpdate = Parameters<Parameters<BrowserHistory['listen']>[0]>[0];

export interface NavigationGuard extends LeaveGuard {
  /** Calls `go`, after a question if the navigation leaves the page of a protected form. */
  navigate: (to: To, go: () => void) => void;
  /** Returns false for a step in the history that would lose a protected form: it is undone until the answer. */
  accepts: (update: HistoryUpdate) => boolean;
}

const preventUnload = (event: BeforeUnloadEvent) => {
  // A mail or phone link fires the event too, but the page stays.
  if (!document.activeElement?.matches('[href^="mailto:"], [href^="tel:"]')) event.preventDefault();
};

/**
 * Protects forms with unsent text from navigations, and from the end of the page, where the browser itself asks.
 * `showQuestion` shows `LeaveQuestion`, which calls `leave` on a yes. React Router's `useBlocker` needs its data router.
 */
export function createLeaveGuard(history: BrowserHistory, showQuestion: (leave: () => void) => void): NavigationGuard {
  const forms = new Map<string, FormPlace>();
  let shownPath = history.location.pathname;
  let isUndoing = false;
  const unblock = (id: string) => {
    forms.delete(id);
    if (forms.size === 0) window.removeEventListener('beforeunload', preventUnload);
  };
  const confirmLeave: LeaveGuard['confirmLeave'] = (leave, id) => {
    if (id === undefined ? forms.size === 0 : !forms.has(id)) return leave();
    const unblockAndLeave = () => {
      for (const each of id === undefined ? [...forms.keys()] : [id]) unblock(each);
      leave();
    };
    // If the question cannot load, the page stays. The next attempt loads it again.
    LeaveQuestion.preload().then(() => showQuestion(unblockAndLeave), console.error);
  };
  return {
    block: (id, place) => {
      if (forms.get(id) !== 'dialog') forms.set(id, place);
      window.addEventListener('beforeunload', preventUnload);
      LeaveQuestion.preload().catch(console.error);
    },
    unblock,
    confirmLeave,
    navigate: (to, go) => {
      const path = typeof to === 'string' ? to : to.pathname;
      if (path === history.location.pathname) go();
      else confirmLeave(go);
    },
    accepts: ({ action, delta }) => {
      if (isUndoing) {
        isUndoing = false;
        return false;
      }
      const path = history.location.pathname;
      const isLost = path === shownPath ? [...forms.values()].includes('dialog') : forms.size > 0;
      if (action !== NavigationType.Pop || !delta || !isLost) {
        shownPath = path;
        return true;
      }
      isUndoing = true;
      history.go(-delta);
      confirmLeave(() => history.go(delta));
      return false;
    },
  };
}
