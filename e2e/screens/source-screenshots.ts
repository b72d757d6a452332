import { languages } from '@medcloud/contract/languages';
import { type Screen, screens } from '@medcloud/contract/screens';
import { screenshots } from '@medcloud/web/src/areas/landing/screenshots.ts';
import type { View } from './capture.ts';
import { themes } from './options.ts';

/** A screenshot stored in the repository: its state, view and size. */
export interface SourceScreenshot {
  readonly file: string;
  readonly screen: string;
  readonly state: string;
  readonly view: View;
  readonly size: { readonly width: number; readonly height: number };
  /** The picture's pixels per pixel of `size`; 1 by default. */
  readonly scale?: number;
}

const landingFolder = 'web/src/areas/landing/screenshots';
const wide = { width: 1280, height: 800 } as const;
const phone = { width: 390, height: 844 } as const;

/**
 * Screenshots of the landing page in each language. The consent page is also taken in each theme; the viewer is always
 * dark.
 */
const landing: readonly SourceScreenshot[] = languages.flatMap((language): SourceScreenshot[] => [
  ...(
    [
      ['fileName', 1],
      ['smallFileName', 0.5],
    ] as const
  ).map(
    ([name, scale]): SourceScreenshot => ({
      file: `${landingFolder}/${screenshots.viewer[name](language)}`,
      screen: screens.examView,
      state: 'picture',
      view: { language, theme: 'dark', width: '1440' },
      size: screenshots.viewer,
      scale,
    }),
  ),
  ...themes.map(
    (theme): SourceScreenshot => ({
      file: `${landingFolder}/${screenshots.consent.fileName(language, theme)}`,
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

/** Screenshots of `docs/screens.md` and the tours. */
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
  createDocsScreenshot('doctor-dashboard', 'doctorDashboard', 'in use', 'el', 'light'),
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
  createDocsScreenshot('doctor-billing', 'doctorBilling', 'in use', 'el', 'light'),
  createDocsScreenshot('admin-billing', 'adminBilling', 'in use', 'en', 'light'),
];

export const sourceScreenshots = { landing, docs };
