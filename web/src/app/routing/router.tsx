import { Suspense, startTransition, use, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Navigator,
  type RouteObject,
  Router,
  renderMatches,
} from 'react-router';
import { CatchFailures } from './catch-failures.tsx';
import { openPages, type Pages } from './open-pages.ts';

/** Where the browser is, and what stands there. */
function useAddress(routes: RouteObject[]) {
  const [{ history, here }] = useState(() => {
    const history = createBrowserHistory({ v5Compat: true });
    const open = openPages(routes);
    return { history, here: () => ({ location: history.location, pages: open(history.location) }) };
  });
  const [address, setAddress] = useState(here);
  // As a transition: the page before stays until the next one is there.
  useLayoutEffect(() => history.listen(() => startTransition(() => setAddress(here()))), [history, here]);
  const [navigator] = useState<Navigator>(() => ({
    ...history,
    push: (to, state, options) => {
      history.push(to, state);
      // Who asks for it wants the page before to be gone when this returns.
      if (options?.flushSync) flushSync(() => setAddress(here()));
    },
  }));
  return { ...address, navigator };
}

function Page({ pages }: { pages: Pages | Promise<Pages> }) {
  return renderMatches(pages instanceof Promise ? use(pages) : pages);
}

/**
 * Shows the screen of the address. It is the library's plain router with its pages fetched when they are opened: the one
 * with loaders and actions costs 17 KB more of every screen, and nothing here has any (docs/decisions/013).
 */
export function ScreenRouter({ routes }: { routes: RouteObject[] }) {
  const { location, navigator, pages } = useAddress(routes);
  return (
    <Router location={location} navigator={navigator}>
      <CatchFailures at={location}>
        <Suspense fallback={null}>
          <Page pages={pages} />
        </Suspense>
      </CatchFailures>
    </Router>
  );
}
