import type { ReactNode } from 'react';
import { LanguageSwitch } from '../../ui/actions/language-switch.tsx';
import { Wordmark } from '../../ui/layout/mark.tsx';
import { OfflineNotice } from './offline-notice.tsx';

/** The consent page's layout: large text, 560 px wide, languages by name, actions fixed at the bottom. */
export function PublicLayout({ title, footer, children }: { title: string; footer?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col text-consent">
      <title>{`${title} · MedCloud`}</title>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-140 flex-wrap items-center justify-between gap-3 px-[min(1.25rem,6vw)] py-2.5">
          <Wordmark />
          <LanguageSwitch by="name" />
        </div>
      </header>
      <OfflineNotice />
      <main className="mx-auto w-full max-w-140 flex-1 px-[min(1.25rem,6vw)] py-6">{children}</main>
      {footer && (
        <footer className="sticky bottom-0 z-10 border-t border-line bg-surface">
          <div className="mx-auto flex max-w-140 gap-3 px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:flex-1">
            {footer}
          </div>
        </footer>
      )}
    </div>
  );
}
