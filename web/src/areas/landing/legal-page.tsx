import type { ComponentProps } from 'react';
import { createMessage } from './message.tsx';
import { pageTexts } from './page-texts.ts';
import { SiteLayout } from './site-layout.tsx';

const Message = createMessage<'pages/legal'>((language) => pageTexts('pages/legal', language));
type Key = Parameters<typeof Message>[0]['of'];

interface LegalPageProps {
  documentTitle: ComponentProps<typeof SiteLayout>['title'];
  title: Key;
  lead: Key;
  sections: readonly (readonly [title: Key, text: Key])[];
}

/** Renders a page of prose: title, lead, and sections of one paragraph. */
export function LegalPage({ documentTitle, title, lead, sections }: LegalPageProps) {
  return (
    <SiteLayout title={documentTitle}>
      <article className="mx-auto max-w-180 px-4 py-12 md:px-8 md:py-16">
        <h1 className="text-title">
          <Message of={title} />
        </h1>
        <p className="mt-3 text-prose text-ink-muted">
          <Message of={lead} />
        </p>
        {sections.map(([heading, text]) => (
          <section key={heading} className="mt-8">
            <h2 className="text-h2-large">
              <Message of={heading} />
            </h2>
            <p className="mt-2 text-prose">
              <Message of={text} />
            </p>
          </section>
        ))}
        <p className="mt-10 text-small text-ink-muted">
          <Message of="updated" />
        </p>
      </article>
    </SiteLayout>
  );
}
