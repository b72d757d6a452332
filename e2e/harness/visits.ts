import { type Screen, screenPath, screens } from '@medcloud/contract/screens';
import { expect, type Page } from '@playwright/test';

/** Every screen with its visitor and address, for the checks of all screens and for screenshots. */

export type Visitor = 'anonymous' | 'center' | 'doctor' | 'admin';

/** Ids in addresses: a patient with an exam, and tokens of a waiting and a granted consent link. */
export interface Places {
  patientId: string;
  examId: string;
  breachId: string;
  /** The user of a doctor with an invoice. */
  billedUserId: string;
  links: { waiting: string; granted: string };
}

export interface Visit {
  as: Visitor;
  /** The address, if the screen's path is not enough. */
  at?: (places: Places) => string;
  /** Every axe rule beyond WCAG 2.2 AA, for pages that the build renders and search engines read. */
  rules?: 'every';
}

export const consentPath = (token: string) => `${screens.consent}#${token}`;

// A missing screen does not compile.
export const visits = {
  home: { as: 'anonymous', rules: 'every' },
  centerLogin: { as: 'anonymous' },
  doctorLogin: { as: 'anonymous' },
  doctorSignup: { as: 'anonymous', at: () => `${screens.doctorSignup}?plan=monthly` },
  adminLogin: { as: 'anonymous' },
  forgotPassword: { as: 'anonymous' },
  resetPassword: { as: 'anonymous', at: () => `${screens.resetPassword}#${'t'.repeat(43)}` },
  confirmEmail: { as: 'anonymous', at: () => `${screens.confirmEmail}#${'t'.repeat(43)}` },
  invitation: { as: 'anonymous', at: () => `${screens.invitation}#${'t'.repeat(43)}` },
  resetFactors: { as: 'anonymous', at: () => `${screens.resetFactors}#${'t'.repeat(43)}` },
  support: { as: 'anonymous' },
  try: { as: 'anonymous' },
  privacy: { as: 'anonymous', rules: 'every' },
  terms: { as: 'anonymous', rules: 'every' },
  consent: { as: 'anonymous', at: ({ links }) => consentPath(links.waiting) },
  centerDashboard: { as: 'center' },
  centerPatients: { as: 'center' },
  centerUpload: { as: 'center' },
  centerHistory: { as: 'center' },
  centerAccessReport: {
    as: 'center',
    at: ({ patientId }) => `${screens.centerAccessReport}?subject=patient:${patientId}`,
  },
  centerBilling: { as: 'center' },
  centerTeam: { as: 'center' },
  centerSettings: { as: 'center' },
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
  accountSecurity: { as: 'doctor' },
  accountNotifications: { as: 'doctor' },
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
  adminAccessReport: { as: 'admin' },
  adminBilling: { as: 'admin' },
  adminBillingAccount: {
    as: 'admin',
    at: ({ billedUserId }) => screenPath('adminBillingAccount', { userId: billedUserId }),
  },
  adminBreaches: { as: 'admin' },
  adminBreachNew: { as: 'admin' },
  adminBreach: { as: 'admin', at: ({ breachId }) => screenPath('adminBreach', { id: breachId }) },
} satisfies Record<Screen, Visit>;

/** Further states of screens that have an address of their own. */
export const otherVisits: Record<string, Visit> = {
  'a page that is not there': { as: 'anonymous', at: () => '/no/such/page' },
  'the consent page once granted': { as: 'anonymous', at: ({ links }) => consentPath(links.granted) },
  'the consent page of a dead link': { as: 'anonymous', at: () => consentPath('t'.repeat(43)) },
  'the message to support': { as: 'anonymous', at: () => `${screens.support}?tab=message` },
  'the help': { as: 'anonymous', at: () => `${screens.support}?tab=help` },
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

/** Waits until the screen, and a sheet that its address names, are rendered and no skeleton is left. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  if (/[?&](?:patient|exam)=/.test(page.url())) await expect(page.locator('[data-sheet]')).toBeVisible();
  await expect(page.locator('.skeleton, .skeleton-bar')).toHaveCount(0);
}
