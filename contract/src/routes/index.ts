import * as accessReport from './access-report.ts';
import * as account from './account.ts';
import * as admin from './admin.ts';
import * as annotations from './annotations.ts';
import * as auth from './auth.ts';
import * as billing from './billing.ts';
import * as billingAdmin from './billing-admin.ts';
import * as billingBank from './billing-bank.ts';
import * as billingCards from './billing-cards.ts';
import * as billingCorrections from './billing-corrections.ts';
import * as billingFiscal from './billing-fiscal.ts';
import * as billingPrices from './billing-prices.ts';
import * as billingUndecided from './billing-undecided.ts';
import * as breaches from './breaches.ts';
import * as centerSettings from './center/settings.ts';
import * as dicomWeb from './dicom-web.ts';
import * as doctor from './doctor.ts';
import * as exams from './exams.ts';
import * as center from './medical-center.ts';
import * as own from './own.ts';
import * as patientAccess from './patient-access.ts';
import * as portal from './portal.ts';
import * as support from './support.ts';
import * as team from './team.ts';

/** All routes of the portal, by area and name. */
export const routes = {
  accessReport,
  auth,
  center,
  centerSettings,
  doctor,
  admin,
  billing,
  billingBank,
  billingCorrections,
  billingFiscal,
  billingCards,
  billingPrices,
  billingAdmin,
  billingUndecided,
  breaches,
  own,
  patientAccess,
  portal,
  support,
  team,
  account,
  exams,
  annotations,
  dicomWeb,
};
