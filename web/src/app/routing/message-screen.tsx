import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { LanguageSwitch } from '../../ui/actions/language-switch.tsx';
import { Wordmark } from '../../ui/layout/mark.tsx';

/** A page with a single message and a link home. */
export function MessageScreen({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  const t = useUiText();
  return (
    <div className="mx-auto flex min-h-dvh max-w-140 flex-col justify-center gap-6 px-4 py-10">
      <title>{`${title} · MedCloud`}</title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <Wordmark />
        <LanguageSwitch />
      </header>
      <main className="flex flex-col gap-6">
        <div>
          <h1 className="text-title">{title}</h1>
          <p className="mt-2 text-prose text-ink-muted">{text}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {children}
          <Button asChild>
            <Link to="/">{t('shell.home')}</Link>
          </Button>
        </div>
      </main>
    </div>
  );
}
