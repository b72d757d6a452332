import { type Screen, screenPath, screens } from '@medcloud/contract/screens';
import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';
import type { Page } from '@playwright/test';
import { chooseOption } from '../harness/choose-option.ts';
import { consentPath, type Visitor } from '../harness/visits.ts';
import type { ScreenshotApp } from './screenshot-apps.ts';

/** An action that opens something on a screen. It must not change what other screenshots show. */
export interface Act {
  readonly screen: Screen;
  readonly name: string;
  readonly query?: string;
  readonly at?: (places: ScreenshotApp['places']) => string;
  readonly as?: Visitor;
  readonly dataset?: 'empty';
  readonly isFullPage?: boolean;
  readonly act: (page: Page) => Promise<void>;
}

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const dialog = (page: Page) => page.getByRole('dialog').last();
const createExamFile = (patientName: string) => ({
  name: 'thorax_ct.dcm',
  mimeType: 'application/dicom',
  buffer: tinyDicom({ patientName, seed: 7 }),
});

async function openRegistration(page: Page): Promise<void> {
  await press(page, 'Register patient');
  await dialog(page).getByLabel('First name').fill('Άννα');
}

async function openMenu(page: Page, item: string): Promise<void> {
  await press(page, /^More actions for/);
  await page.getByRole('menuitem', { name: item }).click();
  await dialog(page).waitFor();
}

/** Opens an exam's details from its menu, and waits for its thumbnails. */
async function openDetails(page: Page): Promise<void> {
  await press(page, /^(?:More actions|Περισσότερες ενέργειες): /);
  await page.getByRole('menuitem', { name: /^(?:Details|Λεπτομέρειες)$/ }).click();
  await waitForThumbnails(page);
}

async function waitForThumbnails(page: Page): Promise<void> {
  const thumbnails = dialog(page)
    .getByRole('list', { name: /^(?:Series|Σειρές)$/ })
    .locator('img');
  await thumbnails.first().waitFor();
  await thumbnails.evaluateAll((shown) =>
    Promise.all(shown.map((one) => one instanceof HTMLImageElement && one.decode())),
  );
}

/** Opens the series and files of an exam. */
async function openPreview(page: Page): Promise<void> {
  await openMenu(page, 'Series and files');
  await waitForThumbnails(page);
}

/** Starts an upload that never completes. */
async function startUpload(page: Page): Promise<void> {
  await page.route('**/api/medical-center/uploads', () => undefined);
  await chooseExamFile(page, 'ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ');
  await chooseOption(page.getByRole('combobox', { name: 'Exam type' }), 'CT');
  await page.getByLabel('Exam date').fill('2026-11-02');
  await press(page, 'Upload exam');
  await page.getByRole('progressbar', { name: /^Upload progress of/ }).waitFor();
}

async function chooseExamFile(page: Page, patientName: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(createExamFile(patientName));
  await page.getByText('File contents').waitFor();
}

/** Chooses a file whose patient is not the chosen one. */
async function chooseMismatchedFile(page: Page): Promise<void> {
  await chooseExamFile(page, 'ΒΛΑΧΟΣ^ΔΗΜΗΤΡΙΟΣ');
  await page.getByText('This file may belong to another patient').waitFor();
}

const centerActs: readonly Act[] = [
  { screen: 'centerPatients', name: 'registration', act: openRegistration },
  {
    screen: 'centerPatients',
    name: 'registration with the calendar',
    act: async (page) => {
      await openRegistration(page);
      await dialog(page).getByLabel('Date of birth').fill('14/3/64');
      await press(page, 'Open calendar');
      await page.getByRole('grid').waitFor();
    },
  },
  {
    screen: 'centerPatients',
    name: 'registration with a wrong date',
    act: async (page) => {
      await openRegistration(page);
      await dialog(page).getByLabel('Date of birth').fill('11/25/2026');
      await dialog(page).getByLabel('E-mail').focus();
    },
  },
  {
    screen: 'centerPatients',
    name: 'registration with errors',
    act: async (page) => {
      await openRegistration(page);
      await dialog(page).getByRole('button', { name: 'Register patient' }).click();
    },
  },
  {
    screen: 'centerPatients',
    name: 'patient',
    at: ({ patientId }) => `${screens.centerPatients}?patient=${patientId}`,
    act: (page) => page.locator('aside h2, [role=dialog] h2').first().waitFor(),
  },
  {
    screen: 'centerPatients',
    name: 'details edited',
    at: ({ patientId }) => `${screens.centerPatients}?patient=${patientId}`,
    act: async (page) => {
      await press(page, 'Edit details');
      await dialog(page).getByLabel('First name').waitFor();
    },
  },
  {
    screen: 'centerPatients',
    name: 'link again',
    at: ({ patientId }) => `${screens.centerPatients}?patient=${patientId}`,
    act: async (page) => {
      await press(page, /^Resend consent link/);
      await dialog(page).waitFor();
    },
  },
  {
    screen: 'centerPatients',
    name: 'search',
    query: '?search=papadopoulou',
    act: (page) => page.getByRole('searchbox').waitFor(),
  },
  {
    screen: 'centerPatients',
    name: 'search without a match',
    query: '?search=nobody',
    act: (page) => page.getByRole('searchbox').waitFor(),
  },
  {
    screen: 'centerPatients',
    name: 'palette',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await dialog(page).waitFor();
    },
  },
  {
    screen: 'centerUpload',
    name: 'file chosen',
    at: ({ patientId }) => `${screens.centerUpload}?patientId=${patientId}`,
    isFullPage: true,
    act: chooseMismatchedFile,
  },
  {
    screen: 'centerUpload',
    name: 'in progress',
    at: ({ patientId }) => `${screens.centerUpload}?patientId=${patientId}`,
    act: startUpload,
  },
  {
    screen: 'centerUpload',
    name: 'errors',
    isFullPage: true,
    act: (page) => press(page, 'Upload exam'),
  },
  {
    screen: 'centerHistory',
    name: 'exam',
    at: ({ examId }) => `${screens.centerHistory}?exam=${examId}`,
    act: (page) => page.locator('aside h2, [role=dialog] h2').first().waitFor(),
  },
  {
    screen: 'centerHistory',
    name: 'menu of an exam',
    act: (page) => press(page, /^More actions for/),
  },
  { screen: 'centerHistory', name: 'preview', act: openPreview },
  { screen: 'centerHistory', name: 'move', act: (page) => openMenu(page, 'Move to another patient') },
  { screen: 'centerHistory', name: 'withdraw', act: (page) => openMenu(page, 'Withdraw exam') },
  {
    screen: 'centerHistory',
    name: 'what needs attention',
    query: '?status=needs-attention',
    isFullPage: true,
    act: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
];

/** Waits until an image is drawn and all images of the volume are loaded. */
async function waitForImage(page: Page): Promise<void> {
  const drawn = page.locator('section[data-phase][data-drawn=true]');
  await drawn.waitFor({ timeout: 60_000 });
  await drawn.getByText(/^(\d+) of \1 loaded$/).waitFor({ timeout: 120_000 });
}

const viewerActs: readonly Act[] = [
  { screen: 'examView', name: 'picture', at: ({ examId }) => screenPath('examView', { examId }), act: waitForImage },
  {
    screen: 'examView',
    name: 'three planes',
    at: ({ examId }) => screenPath('examView', { examId }),
    act: async (page) => {
      await waitForImage(page);
      await page.keyboard.press('m');
      await page.locator('main[data-mpr=standing]').waitFor({ timeout: 120_000 });
    },
  },
];

const doctorActs: readonly Act[] = [
  { screen: 'doctorPatientExams', name: 'details', act: openDetails },
  {
    screen: 'doctorPatients',
    name: 'code',
    isFullPage: true,
    act: async (page) => {
      await page
        .getByRole('textbox', { name: /mobile number/i })
        .first()
        .fill('6900009944');
      await press(page, 'Send code');
      await page.getByRole('button', { name: 'Verify code' }).waitFor();
    },
  },
  {
    screen: 'doctorPatients',
    name: 'a number that is none',
    isFullPage: true,
    act: async (page) => {
      await page
        .getByRole('textbox', { name: /mobile number/i })
        .first()
        .fill('123');
      await press(page, 'Send code');
    },
  },
  {
    screen: 'doctorPatients',
    name: 'support',
    isFullPage: true,
    act: async (page) => {
      await page.getByRole('tab', { name: 'Support' }).click();
      await page.getByRole('button', { name: 'Send message' }).waitFor();
    },
  },
  {
    screen: 'doctorBilling',
    name: 'change of plan',
    act: async (page) => {
      await press(page, 'Change Plan');
      await dialog(page).waitFor();
    },
  },
  {
    screen: 'doctorBilling',
    name: 'payment method',
    act: async (page) => {
      await press(page, 'Update Payment Method');
      await dialog(page).waitFor();
    },
  },
];

const adminActs: readonly Act[] = [
  {
    screen: 'adminUsers',
    name: 'subscription',
    act: async (page) => {
      await press(page, /^Manage/);
      await dialog(page).waitFor();
    },
  },
  {
    screen: 'adminMedicalCentersInfo',
    name: 'center',
    act: async (page) => {
      await press(page, /^View Details/);
      await page.locator('aside h2, [role=dialog] h2').first().waitFor();
    },
  },
  {
    screen: 'adminMedicalCentersInfo',
    name: 'center edited',
    act: async (page) => {
      await press(page, /^View Details/);
      await press(page, 'Edit');
      await dialog(page).getByLabel('Name').waitFor();
    },
  },
  {
    screen: 'adminApproveDoctors',
    name: 'reject',
    act: async (page) => {
      await press(page, /^Reject/);
      await dialog(page).waitFor();
    },
  },
  {
    screen: 'adminMedicalCenterSignup',
    name: 'credentials',
    isFullPage: true,
    act: (page) => press(page, 'Generate Credentials'),
  },
  {
    screen: 'adminMedicalCenterSignup',
    name: 'errors',
    isFullPage: true,
    act: (page) => press(page, 'Create Medical Center'),
  },
  {
    screen: 'adminSystemLogs',
    name: 'messages',
    isFullPage: true,
    act: (page) => page.getByRole('tab', { name: 'Messages' }).click(),
  },
  {
    screen: 'adminInbox',
    name: 'message',
    act: async (page) => {
      await page.getByText('Εξέταση σε λάθος ασθενή').first().click();
      await page.locator('aside h2, [role=dialog] h2').first().waitFor();
    },
  },
];

const publicActs: readonly Act[] = [
  {
    screen: 'doctorSignup',
    name: 'errors',
    isFullPage: true,
    act: (page) => press(page, 'Create account'),
  },
  {
    screen: 'centerLogin',
    name: 'wrong password',
    isFullPage: true,
    act: async (page) => {
      await page.locator('input').first().fill('MCNOBODY');
      await page.locator('input[type="password"]').fill('nothing of theirs');
      await page.locator('button[type="submit"]').click();
      await page.locator('form').getByText('Login Failed').waitFor();
    },
  },
  {
    screen: 'consent',
    name: 'granted, stop',
    at: ({ links }) => consentPath(links.granted),
    act: async (page) => {
      await press(page, 'Stop access');
      await dialog(page).waitFor();
    },
  },
  {
    screen: 'consent',
    name: 'granted, change',
    at: ({ links }) => consentPath(links.granted),
    isFullPage: true,
    act: (page) => press(page, 'Change duration or exams'),
  },
  {
    screen: 'consent',
    name: 'granted, code',
    at: ({ links }) => consentPath(links.granted),
    act: async (page) => {
      await press(page, 'Change duration or exams');
      await page.getByRole('radio', { name: '365 days' }).press('Space');
      await press(page, 'Save change');
      await dialog(page).waitFor();
    },
  },
  {
    screen: 'consent',
    name: 'granted, receipt',
    at: ({ links }) => consentPath(links.granted),
    isFullPage: true,
    act: (page) => press(page, 'Show receipt'),
  },
  {
    screen: 'consent',
    name: 'waiting, only some kinds',
    at: ({ links }) => consentPath(links.waiting),
    isFullPage: true,
    act: (page) => page.getByText('Allow only some kinds of exams').click(),
  },
];

export const acts: readonly Act[] = [...publicActs, ...viewerActs, ...centerActs, ...doctorActs, ...adminActs];
