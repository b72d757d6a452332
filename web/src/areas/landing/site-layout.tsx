import { languages, languageTable } from '@medcloud/contract/languages';
import { screens } from '@medcloud/contract/screens';
import { Menu, Moon, Sun } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Wordmark } from '../../ui/layout/mark.tsx';
import { Message } from './landing-message.ts';
import { LinkButton } from './message.tsx';

const anchors = [
  ['/#home', 'nav.home'],
  ['/#about', 'nav.about'],
  ['/#pricing', 'nav.pricing'],
  ['/#contact', 'nav.contact'],
  ['/#doctor-pricing', 'nav.doctorPricing'],
] as const;

function Anchors({ className }: { className: string }) {
  return anchors.map(([href, word]) => (
    <a key={href} href={href} className={className}>
      <Message of={word} />
    </a>
  ));
}

/** Shows the language buttons. `main.ts` adds their behavior. */
function LanguageButtons() {
  return (
    <fieldset className="flex shrink-0 rounded-card border border-line bg-surface p-0.5">
      <legend className="sr-only">
        <Message of="nav.language" />
      </legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          data-language={language}
          aria-pressed={language === 'en'}
          className="min-h-7 min-w-8 rounded-badge border border-transparent px-2 text-tiny font-strong text-ink-muted hover:text-ink aria-pressed:border-line-mid aria-pressed:bg-bg aria-pressed:text-ink max-md:min-h-11 max-md:min-w-11"
        >
          {languageTable[language].label} <span className="sr-only">{languageTable[language].name}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Shows the theme button: an icon in the header, with a label in the menu. */
function ThemeButton({ hasLabel }: { hasLabel?: boolean }) {
  const labelClass = hasLabel ? '' : 'sr-only ';
  const buttonClass = hasLabel
    ? 'flex min-h-11 items-center gap-2.5 rounded-badge px-3 text-body font-medium sm:hidden'
    : 'inline-flex size-11 shrink-0 items-center justify-center rounded-card text-ink-muted hover:text-ink max-sm:hidden md:size-9';
  return (
    <button type="button" data-theme-switch="" className={`${buttonClass} hover:bg-sunken`}>
      <Sun size={18} aria-hidden="true" className="dark-hidden" />
      <Moon size={18} aria-hidden="true" className="light-hidden" />
      <span className={`${labelClass}dark-hidden`}>
        <Message of="nav.toDark" />
      </span>
      <span className={`${labelClass}light-hidden`}>
        <Message of="nav.toLight" />
      </span>
    </button>
  );
}

function TopNavigation() {
  const link = 'rounded-badge px-1 py-1 text-body font-medium text-ink-muted hover:text-ink';
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-bg">
      <div className="mx-auto flex h-16 max-w-300 items-center gap-2 px-4 sm:gap-3 md:px-8">
        <a href="/" className="rounded-badge">
          <Wordmark />
        </a>
        <nav aria-labelledby="main-navigation" className="ml-auto hidden items-center gap-5 lg:flex">
          <span id="main-navigation" className="sr-only">
            <Message of="nav.label" />
          </span>
          <Anchors className={link} />
        </nav>
        <div className="flex items-center gap-1.5 max-lg:ml-auto">
          <LanguageButtons />
          <ThemeButton />
        </div>
        <LinkButton variant="primary" href="/#login-options" className="min-h-9! max-sm:px-3 max-sm:text-body">
          <Message of="nav.login" />
        </LinkButton>
        <details className="relative lg:hidden" data-menu="">
          <summary className="inline-flex size-11 list-none items-center justify-center rounded-card text-ink-muted hover:bg-sunken hover:text-ink [&::-webkit-details-marker]:hidden">
            <Menu size={20} aria-hidden="true" />
            <span id="menu-navigation" className="sr-only">
              <Message of="nav.menu" />
            </span>
          </summary>
          <nav
            aria-labelledby="menu-navigation"
            className="absolute right-0 z-30 mt-2 flex w-56 flex-col rounded-card border border-line bg-raised p-1.5 shadow-float"
          >
            <Anchors className="flex min-h-11 items-center rounded-badge px-3 text-body font-medium hover:bg-sunken" />
            <ThemeButton hasLabel />
          </nav>
        </details>
      </div>
    </header>
  );
}

const footerLinks = [
  [screens.support, 'footer.support'],
  [screens.privacy, 'footer.privacy'],
  [screens.terms, 'footer.terms'],
  ['/api/docs', 'footer.api'],
] as const;

function Footer() {
  return (
    <footer className="border-t border-line bg-sunken">
      <div className="mx-auto flex max-w-300 flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-8 text-small text-ink-muted md:px-8">
        <p className="flex items-center gap-2">
          MedCloud
          <span data-operator="name" />
        </p>
        <nav aria-labelledby="more-navigation" className="flex flex-wrap gap-x-6 gap-y-2">
          <span id="more-navigation" className="sr-only">
            <Message of="footer.label" />
          </span>
          {footerLinks.map(([href, word]) => (
            <a key={href} href={href} className="py-1 text-primary-text hover:underline">
              <Message of={word} />
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}

/** Renders the layout of the prerendered pages: landing page, privacy and terms. */
export function SiteLayout({ title, children }: { title: ComponentProps<typeof Message>['of']; children: ReactNode }) {
  return (
    <>
      <span hidden data-text="title">
        <Message of={title} />
      </span>
      <a
        href="#content"
        className="sr-only rounded-card bg-surface px-4 py-2 focus:not-sr-only focus:absolute focus:z-30 focus:m-2"
      >
        <Message of="skip" />
      </a>
      <TopNavigation />
      <main id="content">{children}</main>
      <Footer />
    </>
  );
}
