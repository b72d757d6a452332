import { Contact } from './contact.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { LoginLinks } from './login-links.tsx';
import { Pricing } from './pricing.tsx';
import { SiteLayout } from './site-layout.tsx';

/** Renders the home page at build time. In the browser only `main.ts` runs. */
export function Landing() {
  return (
    <SiteLayout title="title">
      <Hero />
      <Features />
      <Pricing />
      <LoginLinks />
      <Contact />
    </SiteLayout>
  );
}
