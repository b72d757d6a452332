import { adminListsSources, adminSources, operationsSources } from './admin.ts';
import { authSources } from './auth.ts';
import { centerSources, downloadSources, uploadPageSources, uploadSources } from './center.ts';
import { faultSources, sentenceSources } from './contract.ts';
import { billingSources, doctorAccountSources, doctorSources, examFactSources, paletteSources } from './doctor.ts';
import { frameSources } from './frame.ts';
import { commonSources, contactSources, landingSources, supportSources } from './public.ts';
import type { AreaSources } from './source.ts';

/** Every text that the specification gives, with its section and where it appears. For tests: no screen imports it. */
export const specification: readonly AreaSources[] = [
  landingSources,
  supportSources,
  contactSources,
  commonSources,
  authSources,
  frameSources,
  centerSources,
  uploadPageSources,
  uploadSources,
  downloadSources,
  doctorSources,
  examFactSources,
  doctorAccountSources,
  billingSources,
  paletteSources,
  adminSources,
  adminListsSources,
  operationsSources,
  sentenceSources,
  faultSources,
];
