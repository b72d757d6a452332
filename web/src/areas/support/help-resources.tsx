import { docs } from '@medcloud/contract/routes/portal';
import { ArrowUpRight } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';

/** The sections of Help Resources by anchor: `/support#faq` opens the tab at that section. */
export const helpSections = ['faq', 'start', 'trouble', 'api'] as const;

const questions = {
  faq: ['upload', 'access', 'formats', 'password'],
  trouble: ['login', 'signedOut', 'refused', 'code', 'gone', 'link', 'unchanged'],
} as const;

/** Scrolls to the section that the URL names, even right after the page has loaded. */
function useAnchor(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key makes a second press on the same link scroll again
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key]);
}

function Contents() {
  const t = useText('support');
  return (
    <nav aria-label={t('help.label')} className="lg:sticky lg:top-6 lg:self-start">
      <ul className="grid gap-x-4 border-line max-lg:mb-8 max-lg:grid-cols-2 max-lg:border-b max-lg:pb-4 max-sm:grid-cols-1">
        {helpSections.map((section) => (
          <li key={section}>
            <a
              href={`#${section}`}
              className="flex min-h-11 items-center text-body font-strong text-primary-text hover:underline lg:min-h-9"
            >
              {t(`help.${section}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Section({ id, children }: { id: (typeof helpSections)[number]; children: ReactNode }) {
  const t = useText('support');
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6 not-first:mt-10">
      <h2 id={`${id}-title`} className="mb-3 text-h2-large">
        {t(`help.${id}`)}
      </h2>
      {children}
    </section>
  );
}

function Questions({ children }: { children: readonly { question: string; answer: string }[] }) {
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface">
      {children.map(({ question, answer }) => (
        <div key={question} className="p-4 md:p-5">
          <h3 className="text-prose font-semibold">{question}</h3>
          <p className="mt-1 max-w-[72ch] text-prose text-ink-muted">{answer}</p>
        </div>
      ))}
    </div>
  );
}

function Steps({ title, steps }: { title: string; steps: readonly string[] }) {
  return (
    <div className="rounded-card border border-line bg-surface p-4 md:p-5">
      <h3 className="text-prose font-semibold">{title}</h3>
      <ol className="mt-2 flex flex-col gap-2">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3 text-prose text-ink-muted">
            <span
              aria-hidden="true"
              className="flex size-6 shrink-0 items-center justify-center rounded-full bg-primary-soft text-tiny text-primary-text figures"
            >
              {index + 1}
            </span>
            <span className="max-w-[72ch]">{step}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Shows answers to common questions about this portal. */
export function HelpResources() {
  const t = useText('support');
  useAnchor();
  return (
    <div className="grid gap-x-10 lg:grid-cols-[12rem_1fr]">
      <Contents />
      <div className="min-w-0">
        <Section id="faq">
          <Questions>
            {questions.faq.map((name) => ({ question: t(`faq.${name}Question`), answer: t(`faq.${name}Answer`) }))}
          </Questions>
        </Section>
        <Section id="start">
          <div className="grid gap-4">
            <Steps
              title={t('start.centers')}
              steps={[t('start.center1'), t('start.center2'), t('start.center3'), t('start.center4')]}
            />
            <Steps
              title={t('start.doctors')}
              steps={[t('start.doctor1'), t('start.doctor2'), t('start.doctor3'), t('start.doctor4')]}
            />
            <Steps
              title={t('start.patients')}
              steps={[t('start.patient1'), t('start.patient2'), t('start.patient3')]}
            />
          </div>
        </Section>
        <Section id="trouble">
          <Questions>
            {questions.trouble.map((name) => ({
              question: t(`trouble.${name}Question`),
              answer: t(`trouble.${name}Answer`),
            }))}
          </Questions>
        </Section>
        <Section id="api">
          <p className="mb-3 max-w-[72ch] text-prose text-ink-muted">{t('help.apiText')}</p>
          <Button asChild icon={ArrowUpRight}>
            <a href={docs.path}>{t('help.apiOpen')}</a>
          </Button>
        </Section>
      </div>
    </div>
  );
}
