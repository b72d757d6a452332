import { type Screen, screenPath, screens } from '@medcloud/contract/screens';
import { expect, type Page } from '@playwright/test';

/** Every screen with who sees it and where, for the checks of all screens and for their pictures. */

export type Visitor = 'nobody' | 'center' | 'doctor' | 'admin';

/** What addresses name: a patient with an exam, and tokens of consent links that wait and that were granted. */
export interface Places {
  patientId: string;
  examId: string;
  links: { waiting: string; granted: string };
}

export interface Visit {
  as: Visitor;
  /** Its address where the screen's path alone does not lead to it. */
  at?: (places: Places) => string;
  /** Rules of axe beyond WCAG 2.2 AA too: for what the build renders and search engines read. */
  rules?: 'every';
}

export const consentPath = (token: string) => `${screens.consent}#${token}`;

// A screen that is missing here does not compile.
export const visits = {
  home: { as: 'nobody', rules: 'every' },
  centerLogin: { as: 'nobody' },
  doctorLogin: { as: 'nobody' },
  doctorSignup: { as: 'nobody', at: () => `${screens.doctorSignup}?plan=monthly` },
  adminLogin: { as: 'nobody' },
  forgotPassword: { as: 'nobody' },
  resetPassword: { as: 'nobody', at: () => `${screens.resetPassword}#${'t'.repeat(43)}` },
  confirmEmail: { as: 'nobody', at: () => `${screens.confirmEmail}#${'t'.repeat(43)}` },
  support: { as: 'nobody' },
  privacy: { as: 'nobody', rules: 'every' },
  terms: { as: 'nobody', rules: 'every' },
  consent: { as: 'nobody', at: ({ links }) => consentPath(links.waiting) },
  centerDashboard: { as: 'center' },
  centerPatients: { as: 'center' },
  centerUpload: { as: 'center' },
  centerHistory: { as: 'center' },
  doctorDashboard: { as: 'doctor' },
  doctorPatients: { as: 'doctor' },
  doctorPatientExams: {
    as: 'doctor',
    at: ({ patientId }) => screenPath('doctorPatientExams', { patientId }),
  },
  doctorProfile: { as: 'doctor' },
  doctorBilling: { as: 'doctor' },
  doctorSupport: { as: 'doctor' },
  examView: { as: 'doctor', at: ({ examId }) => screenPath('examView', { examId }) },
  account: { as: 'doctor' },
  adminDashboard: { as: 'admin' },
  adminUsers: { as: 'admin' },
  adminMedicalCenters: { as: 'admin' },
  adminMedicalCentersInfo: { as: 'admin' },
  adminDoctors: { as: 'admin' },
  adminApproveDoctors: { as: 'admin' },
  adminMedicalCenterSignup: { as: 'admin' },
  adminSystemLogs: { as: 'admin' },
  adminInbox: { as: 'admin' },
  adminAudit: { as: 'admin' },
} satisfies Record<Screen, Visit>;

/** What a screen becomes besides: by an address of its own. */
export const otherVisits: Record<string, Visit> = {
  'a page that is not there': { as: 'nobody', at: () => '/no/such/page' },
  'the consent page once granted': { as: 'nobody', at: ({ links }) => consentPath(links.granted) },
  'the consent page of a dead link': { as: 'nobody', at: () => consentPath('t'.repeat(43)) },
  'the message to support': { as: 'nobody', at: () => `${screens.support}?tab=message` },
  'the help': { as: 'nobody', at: () => `${screens.support}?tab=help` },
  'a patient’s sheet': {
    as: 'center',
    at: ({ patientId }) => `${screens.centerPatients}?patient=${patientId}`,
  },
  'an exam’s sheet': { as: 'center', at: ({ examId }) => `${screens.centerHistory}?exam=${examId}` },
  'a history with nothing in it': { as: 'center', at: () => `${screens.centerHistory}?examType=blood` },
  'exams the doctor may not see': {
    as: 'doctor',
    at: () => screenPath('doctorPatientExams', { patientId: 'P-000000000' }),
  },
  'another role’s page': { as: 'doctor', at: () => screens.adminUsers },
};

/** The screen itself is there, and nothing on it waits for the portal any more. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.skeleton, .skeleton-bar')).toHaveCount(0);
}
