import { screens } from '@medcloud/contract/screens';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { OfflineNotice } from '../../app/layout/offline-notice.tsx';
import { useText, useUiText } from '../../text/language.tsx';
import { LanguageSwitch } from '../../ui/actions/language-switch.tsx';
import { ThemeSwitch } from '../../ui/actions/theme-switch.tsx';
import { Wordmark } from '../../ui/layout/mark.tsx';

/** Shows the public page: no shell, no session, and a link home. Its fields are 40 px high. */
export function SupportLayout({ children }: { children: ReactNode }) {
  const t = useText('support');
  const ui = useUiText();
  return (
    <div className="min-h-dvh [--control-height:2.5rem]">
      <title>{`${t('title')} · MedCloud`}</title>
      <header className="flex h-14 items-center justify-between gap-4 border-b border-line bg-surface px-4 md:h-16 md:px-10">
        <Link to={screens.home} className="flex rounded-card">
          <Wordmark />
          <span className="sr-only">, {ui('shell.home')}</span>
        </Link>
        <div className="flex items-center gap-3">
          <ThemeSwitch />
          <LanguageSwitch />
        </div>
      </header>
      <OfflineNotice />
      <main className="mx-auto max-w-270 px-4 py-6 md:px-6 md:py-9">
        <Link
          to={screens.home}
          className="inline-flex min-h-6 items-center gap-2 text-small font-strong text-primary-text hover:underline"
        >
          <ArrowLeft size={16} />
          {ui('shell.home')}
        </Link>
        <h1 className="mt-2 text-title">{t('title')}</h1>
        <p className="mt-1 mb-5 text-prose text-ink-muted">{t('lead')}</p>
        {children}
      </main>
    </div>
  );
}
