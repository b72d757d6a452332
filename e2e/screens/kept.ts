import { type Screen, screens } from '@medcloud/contract/screens';
import { pictures } from '@medcloud/web/src/areas/landing/pictures.ts';
import type { View } from './capture.ts';
import { languages, themes } from './options.ts';

/** A picture that is kept with the source: of which state, how it is looked at, and how large. */
export interface Kept {
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
const landing: readonly Kept[] = languages.flatMap((language): Kept[] => [
  {
    file: `${landingFolder}/viewer-${language}.webp`,
    screen: screens.examView,
    state: 'picture',
    view: { language, theme: 'dark', width: '1440' },
    size: pictures.viewer,
  },
  ...themes.map(
    (theme): Kept => ({
      file: `${landingFolder}/consent-${language}-${theme}.webp`,
      screen: screens.consent,
      state: 'waiting',
      view: { language, theme, width: '390' },
      size: pictures.consent,
    }),
  ),
]);

function inDocs(
  name: string,
  screen: Screen,
  state: string,
  language: View['language'],
  theme: View['theme'],
  size: Kept['size'] = wide,
): Kept {
  const width = size.width === phone.width ? '390' : '1440';
  return { file: `docs/screens/${name}.webp`, screen: screens[screen], state, view: { language, theme, width }, size };
}

/** What `docs/screens.md` and the tours show. */
const docs: readonly Kept[] = [
  inDocs('landing', 'home', 'in use', 'en', 'light'),
  inDocs('doctor-signup', 'doctorSignup', 'in use', 'el', 'light', phone),
  inDocs('patients', 'centerPatients', 'in use', 'en', 'light'),
  inDocs('patients-phone', 'centerPatients', 'in use', 'el', 'light', phone),
  inDocs('registration', 'centerPatients', 'registration', 'en', 'light'),
  inDocs('patient', 'centerPatients', 'patient', 'en', 'dark', { width: 1440, height: 900 }),
  inDocs('upload', 'centerUpload', 'file chosen', 'en', 'light'),
  inDocs('history', 'centerHistory', 'in use', 'el', 'light'),
  inDocs('preview', 'centerHistory', 'preview', 'en', 'light'),
  inDocs('request', 'doctorPatients', 'code', 'en', 'light'),
  inDocs('patient-exams', 'doctorPatientExams', 'in use', 'en', 'dark'),
  inDocs('viewer', 'examView', 'picture', 'en', 'dark'),
  inDocs('viewer-planes', 'examView', 'three planes', 'el', 'dark'),
  inDocs('consent', 'consent', 'waiting', 'el', 'light', phone),
  inDocs('consent-granted', 'consent', 'granted', 'el', 'light', phone),
  inDocs('consent-several', 'consent', 'several', 'el', 'light', phone),
  inDocs('admin', 'adminDashboard', 'in use', 'en', 'dark'),
  inDocs('inbox', 'adminInbox', 'message', 'en', 'light'),
  inDocs('system-logs', 'adminSystemLogs', 'in use', 'en', 'light'),
];

export const kept = { landing, docs };
