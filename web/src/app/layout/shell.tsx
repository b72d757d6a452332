import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useUiText } from '../../text/language.tsx';
import { useLazyOpen } from '../../ui/feedback/use-lazy-open.ts';
import { Header, type HeaderProps } from './header.tsx';
import { Navigation, type NavigationItem } from './navigation.tsx';
import { OfflineNotice } from './offline-notice.tsx';

export interface ShellProps extends Omit<HeaderProps, 'onMenu'> {
  navigation: readonly NavigationItem[];
  /** Below the navigation: storage used, plan, version and node. */
  footer?: ReactNode;
  /** Fixed at the bottom of every page: the upload dock. Sets `--dock-height` on the document element. */
  dock?: ReactNode;
  /** The page, or the router's `<Outlet />`. */
  children: ReactNode;
}

const Drawer = lazyComponent(async () => (await import('./drawer.tsx')).Drawer);

/** The layout of every area: header, page and navigation (240 px wide, 64 px below 1024 px, a drawer below 768 px). */
export function Shell({ navigation, footer, dock, children, ...header }: ShellProps) {
  const t = useUiText();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const openLazily = useLazyOpen(Drawer);
  const home = navigation[0]?.to ?? '/';
  return (
    <div className="md:pl-16 lg:pl-60">
      <a
        href="#page"
        className="fixed top-2 left-2 z-60 rounded-card bg-raised px-3 py-2 shadow-float not-focus:sr-only"
      >
        {t('shell.skip')}
      </a>
      <div className="fixed inset-y-0 left-0 z-20 w-16 border-r border-line bg-sunken px-2 max-md:hidden lg:w-60 lg:px-3">
        <Navigation items={navigation} home={home} footer={footer} isCollapsible />
      </div>
      {isDrawerOpen && (
        <Drawer onClose={() => setDrawerOpen(false)}>
          <Navigation
            items={navigation}
            home={home}
            footer={footer}
            isCollapsible={false}
            onNavigate={() => setDrawerOpen(false)}
          />
        </Drawer>
      )}
      <Header {...header} onMenu={() => openLazily(() => setDrawerOpen(true))} />
      <OfflineNotice />
      {/* The page becomes narrower beside an open sheet (428 px wide), so the sheet does not cover it. */}
      <main
        id="page"
        tabIndex={-1}
        className="max-w-400 px-4 pt-5 pb-[calc(2.5rem+var(--dock-height,0px))] outline-none md:px-6 md:pt-7 lg:px-8 xl:has-[[data-sheet]]:max-w-none xl:has-[[data-sheet]]:pr-115"
      >
        {children}
      </main>
      {dock}
    </div>
  );
}
