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

/** The current location and its pages. */
function useRouterState(routes: RouteObject[]) {
  const [{ history, readState }] = useState(() => {
    const history = createBrowserHistory({ v5Compat: true });
    const loadPages = createPageLoader(routes);
    return { history, readState: () => ({ location: history.location, pages: loadPages(history.location) }) };
  });
  const [address, setAddress] = useState(readState);
  // As a transition: the previous page stays visible until the next one has loaded.
  useLayoutEffect(() => history.listen(() => startTransition(() => setAddress(readState()))), [history, readState]);
  const [navigator] = useState<Navigator>(() => ({
    ...history,
    push: (to, state, options) => {
      history.push(to, state);
      // With flushSync, the previous page is unmounted when this returns.
      if (options?.flushSync) flushSync(() => setAddress(readState()));
    },
  }));
  return { ...address, navigator };
}

function Page({ pages }: { pages: PageMatches | Promise<PageMatches> }) {
  return renderMatches(pages instanceof Promise ? use(pages) : pages);
}

/**
 * Renders the screen of the current URL with React Router's basic router and lazy pages. The data router adds 17 KB to
 * every screen, and no route here uses loaders or actions (docs/decisions/013).
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
