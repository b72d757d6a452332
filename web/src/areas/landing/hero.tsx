import { languages } from '@medcloud/contract/languages';
import { screens } from '@medcloud/contract/screens';
import { syntheticExamIds } from '@medcloud/contract/shapes/synthetic-exams';
import { Play } from 'lucide-react';
import { Message } from './landing-message.ts';
import { LinkButton } from './message.tsx';
import { screenshots } from './screenshots.ts';

const themes = ['light', 'dark'] as const;

// The build adds a hash to a file's name.
const fileOf = (name: string) => `/src/areas/landing/screenshots/${name}`;

/** Shows the viewer in each language: the page's largest image. A browser loads only the visible one. */
function ViewerScreenshot() {
  const { width, height, fileName, smallFileName } = screenshots.viewer;
  return languages.map((language) => (
    <picture key={language} data-words="" lang={language}>
      <source type="image/avif" media="(width < 48rem)" srcSet={fileOf(smallFileName(language))} />
      <img
        src={fileOf(fileName(language))}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        fetchPriority="high"
        className="h-auto w-full"
      />
    </picture>
  ));
}

/** Shows one screenshot of the consent page per language and theme. A browser loads only the visible one. */
function ConsentScreenshot() {
  const { width, height, fileName } = screenshots.consent;
  return languages.flatMap((language) =>
    themes.map((theme) => (
      <img
        key={`${language} ${theme}`}
        src={fileOf(fileName(language, theme))}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        fetchPriority="low"
        data-words=""
        lang={language}
        className={`${theme}-only h-auto w-full rounded-[1.35rem]`}
      />
    )),
  );
}

/** The viewer with both synthetic exams. This page loads nothing of it. */
const tryAddress = `${screens.try}?${new URLSearchParams({ with: syntheticExamIds.prior })}`;

/** Shows the product: an exam in the doctor's viewer beside the patient's consent. */
export function Hero() {
  return (
    <section id="home" className="mx-auto max-w-300 scroll-mt-20 px-4 pt-12 md:px-8 md:pt-20">
      <div className="grid gap-8 lg:grid-cols-[3fr_2fr] lg:items-end lg:gap-16">
        <h1 className="text-hero">
          <Message of="hero.title" />
        </h1>
        <div>
          <p className="max-w-100 text-prose text-ink-muted">
            <Message of="hero.lead" />
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <LinkButton variant="primary" href={screens.centerLogin}>
              <Message of="hero.start" />
            </LinkButton>
            <LinkButton variant="quiet" href={screens.doctorSignup}>
              <Message of="hero.doctor" />
            </LinkButton>
          </div>
        </div>
      </div>
      <figure className="mt-12 md:mt-14">
        <div className="relative grid gap-6 md:block md:pr-10 lg:pr-12">
          <a
            href={tryAddress}
            className="group relative block overflow-hidden rounded-dialog border border-line bg-surface shadow-float"
          >
            <ViewerScreenshot />
            <span className="absolute bottom-4 left-4 inline-flex min-h-11 items-center gap-2 rounded-card bg-primary px-4 text-body font-strong text-on-primary shadow-float group-hover:bg-primary-hover">
              <Play size={18} aria-hidden="true" />
              <Message of="hero.try" />
            </span>
          </a>
          <div className="mx-auto w-60 overflow-hidden rounded-[1.75rem] border-[6px] border-[#10181f] bg-[#10181f] shadow-float md:absolute md:right-0 md:bottom-[-3.5rem] md:w-56 lg:w-64">
            <ConsentScreenshot />
          </div>
        </div>
        <figcaption className="mt-4 text-small text-ink-muted md:max-w-[60%]">
          <Message of="hero.caption" />
          <span className="sr-only">
            {' '}
            <Message of="hero.viewerImage" /> <Message of="hero.consentImage" />
          </span>
        </figcaption>
      </figure>
    </section>
  );
}
