import { Suspense, startTransition, use, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Navigator,
  type RouteObject,
  Router,
  renderMatches,
} from 'react-router';
import { LeaveGuardContext } from '../../lib/leave-guard.ts';
import { createLeaveGuard, LeaveQuestion } from './create-leave-guard.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { createPageLoader, type PageMatches } from './page-loader.ts';

/** The current location and its pages, and the navigation that waits for an answer. */
function useRouterState(routes: RouteObject[]) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [{ history, guard, readState }] = useState(() => {
    const history = createBrowserHistory({ v5Compat: true });
    const loadPages = createPageLoader(routes);
    return {
      history,
      guard: createLeaveGuard(history, (leave) => setLeave(() => leave)),
      readState: () => ({ location: history.location, pages: loadPages(history.location) }),
    };
  });
  const [address, setAddress] = useState(readState);
  useLayoutEffect(
    () =>
      history.listen((update) => {
        // As a transition: the previous page stays visible until the next one has loaded.
        if (guard.accepts(update)) startTransition(() => setAddress(readState()));
      }),
    [history, guard, readState],
  );
  const [navigator] = useState<Navigator>(() => ({
    ...history,
    replace: (to, state) => guard.navigate(to, () => history.replace(to, state)),
    push: (to, state, options) =>
      guard.navigate(to, () => {
        history.push(to, state);
        // With flushSync, the previous page is unmounted when this returns.
        if (options?.flushSync) flushSync(() => setAddress(readState()));
      }),
  }));
  return { ...address, navigator, guard, leave, setLeave };
}

function Page({ pages }: { pages: PageMatches | Promise<PageMatches> }) {
  return renderMatches(pages instanceof Promise ? use(pages) : pages);
}

/**
 * Renders the screen of the current URL with React Router's basic router and lazy pages. The data router adds 17 KB to
 * every screen, and no route here uses loaders or actions (docs/decisions/013).
 */
export function ScreenRouter({ routes }: { routes: RouteObject[] }) {
  const { location, navigator, pages, guard, leave, setLeave } = useRouterState(routes);
  const close = () => flushSync(() => setLeave(null));
  return (
    <LeaveGuardContext value={guard}>
      <Router location={location} navigator={navigator}>
        <ErrorBoundary resetKey={location}>
          <Suspense fallback={null}>
            <Page pages={pages} />
          </Suspense>
        </ErrorBoundary>
      </Router>
      {leave && (
        <LeaveQuestion
          onStay={close}
          onLeave={() => {
            close(); // first, so the focus goes where the form returns it
            leave();
          }}
        />
      )}
    </LeaveGuardContext>
  );
}
