import * as z from 'zod';
import { route } from '../route.ts';
import { paging, searchText } from '../shapes/common.ts';
import { centerDashboard, exam, examUpload, examWithPatient, historyQuery } from '../shapes/exams.ts';
import { patient, patientRegistration } from '../shapes/people.ts';

export const dashboard = route({
  method: 'GET',
  path: '/api/medical-center/dashboard',
  who: 'center',
  rate: 'general',
  summary: 'The center’s figures and its ten latest uploads.',
  source: 'specification 7; shapes, center dash',
  reply: centerDashboard,
});

export const patients = route({
  method: 'GET',
  path: '/api/medical-center/patients',
  who: 'center',
  rate: 'general',
  summary: 'The center’s patients: by name in either alphabet, patient id, whole phone or AMKA.',
  source: 'specification 7; shapes, patients; product, search',
  query: z.object({
    search: searchText,
    sortBy: z.literal('createdAt').optional(),
    sortOrder: z.enum(['asc', 'desc']).optional(),
    ...paging,
  }),
  reply: z.array(patient),
});

export const registerPatient = route({
  method: 'POST',
  path: '/api/medical-center/patients',
  who: 'center',
  rate: 'general',
  summary: 'Registers a patient and gives the public patient id.',
  source: 'specification 7; shapes, register',
  body: patientRegistration,
  status: 201,
  reply: patient,
  idempotent: true,
});

export const uploadExam = route({
  method: 'POST',
  path: '/api/medical-center/upload-exam',
  who: 'center',
  rate: 'upload',
  summary: 'Uploads one DICOM file or one ZIP of DICOM files for a patient; parts in any order.',
  source: 'specification 7; shapes, upload',
  form: examUpload,
  status: 201,
  reply: exam,
  idempotent: true,
});

export const examHistory = route({
  method: 'GET',
  path: '/api/medical-center/exam-history',
  who: 'center',
  rate: 'general',
  summary: 'The center’s exams, newest upload first.',
  source: 'specification 7; shapes, history',
  query: historyQuery,
  reply: z.array(examWithPatient),
});
