import * as z from 'zod';
import { route } from '../route.ts';
import * as report from '../shapes/access-report.ts';

const source = 'viewing 35: who saw this; security 1 and 4, GDPR 15';

export const entriesOfCenter = route({
  method: 'GET',
  path: '/api/medical-center/access-report',
  access: 'center',
  needs: 'access.read',
  rate: 'general',
  summary:
    'Who did what to the record of a patient or an exam of the center, or what a doctor did there, in a period, newest first. At most 5,000 entries and 366 days. Reading it is recorded too.',
  source,
  query: report.accessReportQuery,
  reply: z.array(report.accessReportEntry),
});

export const subjectsOfCenter = route({
  method: 'GET',
  path: '/api/medical-center/access-report/subjects',
  access: 'center',
  needs: 'access.read',
  rate: 'general',
  summary:
    'Patients, exams and doctors of the center to report on: by name in either alphabet, patient ID, license number, complete phone or AMKA. `subject` names one.',
  source,
  query: report.reportSubjectsQuery,
  reply: z.array(report.reportSubject),
});

export const fileOfCenter = route({
  method: 'GET',
  path: '/api/medical-center/access-report/export',
  access: 'center',
  needs: 'access.read',
  rate: 'general',
  summary: 'The same report as a CSV or PDF file, in the given language. Recorded too.',
  source,
  query: report.accessReportExport,
  responseType: 'bytes',
});

export const entriesOfAdmin = route({
  method: 'GET',
  path: '/api/admin/access-report',
  access: 'admin',
  rate: 'general',
  summary:
    'Who did what to the record of a patient or an exam, or what a doctor or a center did, in a period, newest first. No names of patients. At most 5,000 entries and 366 days. Reading it is recorded too.',
  source,
  query: report.accessReportQuery,
  reply: z.array(report.accessReportEntry),
});

export const subjectsOfAdmin = route({
  method: 'GET',
  path: '/api/admin/access-report/subjects',
  access: 'admin',
  rate: 'general',
  summary:
    'Doctors and centers to report on, by name in either alphabet, license number or center ID; patients by four or more characters of their ID. `subject` names one.',
  source,
  query: report.reportSubjectsQuery,
  reply: z.array(report.reportSubject),
});

export const fileOfAdmin = route({
  method: 'GET',
  path: '/api/admin/access-report/export',
  access: 'admin',
  rate: 'general',
  summary: 'The same report as a CSV or PDF file, in the given language. Recorded too.',
  source,
  query: report.accessReportExport,
  responseType: 'bytes',
});
