import { screens } from '@medcloud/contract/screens';
import { Building2, type LucideIcon, ShieldCheck, Stethoscope } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { OfflineNotice } from '../../app/offline-notice.tsx';
import { authText } from '../../text/auth.ts';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/button.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Wordmark } from '../../ui/mark.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';

interface DoorProps {
  icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}

function Door({ icon: Icon, title, text, children }: DoorProps) {
  return (
    <li className="row-span-3 grid grid-rows-subgrid gap-y-3 rounded-card border border-line bg-surface p-5">
      <Icon size={24} className="text-primary" />
      <div>
        <h3 className="text-h2">{title}</h3>
        <p className="mt-1 text-body text-ink-muted">{text}</p>
      </div>
      <div className="mt-2 flex flex-col gap-2">{children}</div>
    </li>
  );
}

function Doors() {
  const t = useText(authText);
  return (
    <ul className="grid gap-4 lg:grid-cols-3">
      <Door icon={Building2} title={t('landing.center')} text={t('landing.centerText')}>
        <Button asChild variant="primary">
          <Link to={screens.centerLogin}>{t('landing.centerButton')}</Link>
        </Button>
      </Door>
      <Door icon={Stethoscope} title={t('landing.doctor')} text={t('landing.doctorText')}>
        <Button asChild variant="primary">
          <Link to={screens.doctorLogin}>{t('landing.doctorButton')}</Link>
        </Button>
        <Button asChild variant="ghost">
          <Link to={screens.doctorSignup}>{t('landing.signup')}</Link>
        </Button>
      </Door>
      <Door icon={ShieldCheck} title={t('landing.admin')} text={t('landing.adminText')}>
        <Button asChild>
          <Link to={screens.adminLogin}>{t('landing.adminButton')}</Link>
        </Button>
      </Door>
    </ul>
  );
}

/** Home: what the portal is, in one sentence, and its three doors. */
export function Landing() {
  const t = useText(authText);
  return (
    <div className="min-h-dvh">
      <title>MedCloud</title>
      <header className="flex h-14 items-center justify-between gap-4 border-b border-line bg-surface px-4 md:h-16 md:px-10">
        <Wordmark />
        <div className="flex items-center gap-3">
          <ThemeSwitch />
          <LanguageSwitch />
        </div>
      </header>
      <OfflineNotice />
      <main className="mx-auto max-w-270 px-4 py-10 md:py-16">
        <h1 className="max-w-180 text-section">{t('landing.title')}</h1>
        <p className="mt-4 text-prose text-ink-muted">{t('landing.lead')}</p>
        <section aria-labelledby="login-options" className="mt-10 md:mt-14">
          <h2 id="login-options" className="mb-4 text-h2-large">
            {t('landing.doors')}
          </h2>
          <Doors />
        </section>
      </main>
    </div>
  );
}
