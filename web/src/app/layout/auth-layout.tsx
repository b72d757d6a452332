import { screens } from '@medcloud/contract/screens';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText, useUiText } from '../../text/language.tsx';
import { LanguageSwitch } from '../../ui/actions/language-switch.tsx';
import { LastErrorMessage } from '../../ui/feedback/last-error-message.tsx';
import { Wordmark } from '../../ui/layout/mark.tsx';
import { OfflineNotice } from './offline-notice.tsx';

export interface AuthLayoutProps {
  title: string;
  lead?: ReactNode;
  /** In the header, left of the language: "Already have an account? Sign in". */
  note?: ReactNode;
  /** The back link's label, instead of "Back to Home". */
  back?: string;
  /** The back link's target, instead of home. Null omits the link. */
  backTo?: string | null;
  /** Beside the form from 1024 px: the order summary. The page is then 1080 px wide; without it, the form is 440 px. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The support link below every sign-in and sign-up form. */
function SupportLine() {
  const t = useText('auth');
  const frame = useText('frame');
  return (
    <p className="mt-8 border-t border-line pt-4 text-body text-ink-muted">
      {t('login.help')}{' '}
      <Link to={screens.support} className="font-strong text-primary-text hover:underline">
        {frame('navigation.support')}
      </Link>
    </p>
  );
}

/** The layout of sign-in and sign-up: no shell, one form, a link home. Fields are 40 px high. */
export function AuthLayout({ title, lead, note, back, backTo = '/', aside, children }: AuthLayoutProps) {
  const t = useUiText();
  return (
    <div className="min-h-dvh [--control-height:2.5rem]">
      <title>{`${title} · MedCloud`}</title>
      <header className="flex h-14 items-center justify-between gap-4 border-b border-line bg-surface px-4 md:h-16 md:px-10">
        <Link to="/" className="flex rounded-card">
          <Wordmark />
          <span className="sr-only">, {t('shell.home')}</span>
        </Link>
        <div className="flex items-center gap-5">
          {note && <p className="text-body text-ink-muted max-sm:hidden">{note}</p>}
          <LanguageSwitch />
        </div>
      </header>
      <OfflineNotice />
      <div className={`mx-auto flex gap-12 px-4 py-6 max-lg:flex-col md:py-9 ${aside ? 'max-w-270' : 'max-w-110'}`}>
        <main className="min-w-0 flex-1">
          {backTo !== null && (
            <Link
              to={backTo}
              className="inline-flex min-h-6 items-center gap-2 text-small font-strong text-primary-text hover:underline"
            >
              <ArrowLeft size={16} />
              {back ?? t('shell.home')}
            </Link>
          )}
          <h1 className="mt-2 text-title">{title}</h1>
          {lead && <p className="mt-1 text-prose text-ink-muted">{lead}</p>}
          <LastErrorMessage />
          <div className="mt-6">{children}</div>
          <SupportLine />
        </main>
        {aside && <aside className="lg:w-85">{aside}</aside>}
      </div>
    </div>
  );
}
