import { Contact } from './contact.tsx';
import { Doors } from './doors.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { Pricing } from './pricing.tsx';
import { SiteFrame } from './site-frame.tsx';

/** Home. Rendered by the build; in the browser `main.ts` alone runs. */
export function Landing() {
  return (
    <SiteFrame>
      <Hero />
      <Features />
      <Pricing />
      <Doors />
      <Contact />
    </SiteFrame>
  );
}
