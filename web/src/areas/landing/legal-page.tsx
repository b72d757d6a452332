import { legalText } from '../../text/legal.ts';
import { SiteFrame } from './site-frame.tsx';
import { wordsOf } from './words.tsx';

const Words = wordsOf(legalText);
type Key = Parameters<typeof Words>[0]['of'];

interface LegalPageProps {
  title: Key;
  lead: Key;
  sections: readonly (readonly [title: Key, text: Key])[];
}

/** A page of prose: title, one sentence, and sections of one paragraph. */
export function LegalPage({ title, lead, sections }: LegalPageProps) {
  return (
    <SiteFrame>
      <article className="mx-auto max-w-180 px-4 py-12 md:px-8 md:py-16">
        <h1 className="text-title">
          <Words of={title} />
        </h1>
        <p className="mt-3 text-prose text-ink-muted">
          <Words of={lead} />
        </p>
        {sections.map(([heading, text]) => (
          <section key={heading} className="mt-8">
            <h2 className="text-h2-large">
              <Words of={heading} />
            </h2>
            <p className="mt-2 text-prose">
              <Words of={text} />
            </p>
          </section>
        ))}
        <p className="mt-10 text-small text-ink-muted">
          <Words of="updated" />
        </p>
      </article>
    </SiteFrame>
  );
}
