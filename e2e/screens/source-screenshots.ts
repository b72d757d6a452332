import { type Screen, screens } from '@medcloud/contract/screens';
import { screenshots } from '@medcloud/web/src/areas/landing/screenshots.ts';
import type { View } from './capture.ts';
import { languages, themes } from './options.ts';

/** A picture that is kept with the source: of which state, how it is looked at, and how large. */
export interface SourceScreenshot {
  readonly file: string;
  readonly screen: string;
  readonly state: string;
  readonly view: View;
  readonly size: { readonly width: number; readonly height: number };
}

const landingFolder = 'web/src/areas/landing/pictures';
const wide = { width: 1280, height: 800 } as const;
const phone = { width: 390, height: 844 } as const;

/** What the landing page shows of the product, in each language; the consent page, which is not always dark, in each theme. */
const landing: readonly SourceScreenshot[] = languages.flatMap((language): SourceScreenshot[] => [
  {
    file: `${landingFolder}/viewer-${language}.webp`,
    screen: screens.examView,
    state: 'picture',
    view: { language, theme: 'dark', width: '1440' },
    size: screenshots.viewer,
  },
  ...themes.map(
    (theme): SourceScreenshot => ({
      file: `${landingFolder}/consent-${language}-${theme}.webp`,
      screen: screens.consent,
      state: 'waiting',
      view: { language, theme, width: '390' },
      size: screenshots.consent,
    }),
  ),
]);

function createDocsScreenshot(
  name: string,
  screen: Screen,
  state: string,
  language: View['language'],
  theme: View['theme'],
  size: SourceScreenshot['size'] = wide,
): SourceScreenshot {
  const width = size.width === phone.width ? '390' : '1440';
  return { file: `docs/screens/${name}.webp`, screen: screens[screen], state, view: { language, theme, width }, size };
}

/** What `docs/screens.md` and the tours show. */
const docs: readonly SourceScreenshot[] = [
  createDocsScreenshot('landing', 'home', 'in use', 'en', 'light'),
  createDocsScreenshot('doctor-signup', 'doctorSignup', 'in use', 'el', 'light', phone),
  createDocsScreenshot('patients', 'centerPatients', 'in use', 'en', 'light'),
  createDocsScreenshot('patients-phone', 'centerPatients', 'in use', 'el', 'light', phone),
  createDocsScreenshot('registration', 'centerPatients', 'registration', 'en', 'light'),
  createDocsScreenshot('patient', 'centerPatients', 'patient', 'en', 'dark', { width: 1440, height: 900 }),
  createDocsScreenshot('upload', 'centerUpload', 'file chosen', 'en', 'light'),
  createDocsScreenshot('history', 'centerHistory', 'in use', 'el', 'light'),
  createDocsScreenshot('preview', 'centerHistory', 'preview', 'en', 'light'),
  createDocsScreenshot('request', 'doctorPatients', 'code', 'en', 'light'),
  createDocsScreenshot('patient-exams', 'doctorPatientExams', 'in use', 'en', 'dark'),
  createDocsScreenshot('viewer', 'examView', 'picture', 'en', 'dark'),
  createDocsScreenshot('viewer-planes', 'examView', 'three planes', 'el', 'dark'),
  createDocsScreenshot('consent', 'consent', 'waiting', 'el', 'light', phone),
  createDocsScreenshot('consent-granted', 'consent', 'granted', 'el', 'light', phone),
  createDocsScreenshot('consent-several', 'consent', 'several', 'el', 'light', phone),
  createDocsScreenshot('admin', 'adminDashboard', 'in use', 'en', 'dark'),
  createDocsScreenshot('inbox', 'adminInbox', 'message', 'en', 'light'),
  createDocsScreenshot('system-logs', 'adminSystemLogs', 'in use', 'en', 'light'),
];

export const sourceScreenshots = { landing, docs };
