import { LegalPage } from '../landing/legal-page.tsx';

const sections = [
  ['privacy.whoTitle', 'privacy.who'],
  ['privacy.whatTitle', 'privacy.what'],
  ['privacy.whyTitle', 'privacy.why'],
  ['privacy.seesTitle', 'privacy.sees'],
  ['privacy.securedTitle', 'privacy.secured'],
  ['privacy.longTitle', 'privacy.long'],
  ['privacy.cookiesTitle', 'privacy.cookies'],
  ['privacy.rightsTitle', 'privacy.rights'],
] as const;

/** Renders the privacy page at build time: what is stored, who sees it, and the user's rights. */
export function Privacy() {
  return <LegalPage documentTitle="titles.privacy" title="privacy.title" lead="privacy.lead" sections={sections} />;
}
