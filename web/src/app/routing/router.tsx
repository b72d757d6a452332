import { Suspense, startTransition, use, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Navigator,
  type RouteObject,
  Router,
  renderMatches,
} from 'react-router';
import { ErrorBoundary } from './error-boundary.tsx';
import { createPageLoader, type PageMatches } from './page-loader.ts';

/** Where the browser is, and what stands there. */
function useRouterState(routes: RouteObject[]) {
  const [{ history, readState }] = useState(() => {
    const history = createBrowserHistory({ v5Compat: true });
    const loadPages = createPageLoader(routes);
    return { history, readState: () => ({ location: history.location, pages: loadPages(history.location) }) };
  });
  const [address, setAddress] = useState(readState);
  // As a transition: the page before stays until the next one is there.
  useLayoutEffect(() => history.listen(() => startTransition(() => setAddress(readState()))), [history, readState]);
  const [navigator] = useState<Navigator>(() => ({
    ...history,
    push: (to, state, options) => {
      history.push(to, state);
      // Who asks for it wants the page before to be gone when this returns.
      if (options?.flushSync) flushSync(() => setAddress(readState()));
    },
  }));
  return { ...address, navigator };
}

function Page({ pages }: { pages: PageMatches | Promise<PageMatches> }) {
  return renderMatches(pages instanceof Promise ? use(pages) : pages);
}

/**
 * Shows the screen of the address. It is the library's plain router with its pages fetched when they are opened: the one
 * with loaders and actions costs 17 KB more of every screen, and nothing here has any (docs/decisions/013).
 */
export function ScreenRouter({ routes }: { routes: RouteObject[] }) {
  const { location, navigator, pages } = useRouterState(routes);
  return (
    <Router location={location} navigator={navigator}>
      <ErrorBoundary resetKey={location}>
        <Suspense fallback={null}>
          <Page pages={pages} />
        </Suspense>
      </ErrorBoundary>
    </Router>
  );
}
