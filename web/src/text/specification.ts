import { adminListsSources, adminSources, operationsSources } from './specification/admin.ts';
import { authSources } from './specification/auth.ts';
import { centerSources, downloadSources, uploadPageSources, uploadSources } from './specification/center.ts';
import { faultSources, sentenceSources } from './specification/contract.ts';
import { doctorAccountSources, doctorSources, paletteSources } from './specification/doctor.ts';
import { frameSources } from './specification/frame.ts';
import { commonSources, contactSources, landingSources, supportSources } from './specification/public.ts';
import type { AreaSources } from './specification/source.ts';

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
  doctorAccountSources,
  paletteSources,
  adminSources,
  adminListsSources,
  operationsSources,
  sentenceSources,
  faultSources,
];
