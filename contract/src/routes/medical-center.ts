import * as z from 'zod';
import { route } from '../route.ts';
import { grantEnd, grantEndReply } from '../shapes/access.ts';
import { optional, paging, searchText } from '../shapes/common.ts';
import {
  centerDashboard,
  exam,
  examConfirmation,
  examMove,
  examUpload,
  examWithdrawal,
  examWithPatient,
  historyQuery,
} from '../shapes/exams.ts';
import {
  accessLogEntry,
  activeGrant,
  linkResend,
  linkResendReply,
  patientSheet,
  revealedAmka,
} from '../shapes/patient-sheet.ts';
import { patient, patientChange, patientRegistration } from '../shapes/people.ts';
import { resumableUpload } from '../shapes/uploads.ts';

export const dashboard = route({
  method: 'GET',
  path: '/api/medical-center/dashboard',
  access: 'center',
  rate: 'general',
  summary: 'The center’s figures and its ten latest uploads.',
  source: 'specification 7; shapes, center dash',
  reply: centerDashboard,
});

export const patients = route({
  method: 'GET',
  path: '/api/medical-center/patients',
  access: 'center',
  rate: 'general',
  summary: 'The center’s patients: by name in either alphabet, patient id, whole phone or AMKA.',
  source: 'specification 7; shapes, patients; product, search',
  query: z.object({
    search: searchText,
    sortBy: optional(z.literal('createdAt')),
    sortOrder: optional(z.enum(['asc', 'desc'])),
    ...paging,
  }),
  reply: z.array(patient),
});

export const registerPatient = route({
  method: 'POST',
  path: '/api/medical-center/patients',
  access: 'center',
  rate: 'general',
  summary: 'Registers a patient and gives the public patient id.',
  source: 'specification 7; shapes, register',
  body: patientRegistration,
  status: 201,
  reply: patient,
  idempotent: true,
});

export const patientDetails = route({
  method: 'GET',
  path: '/api/medical-center/patients/{patientId}',
  access: 'center',
  rate: 'general',
  summary: 'One patient of the center, with every doctor who asked for the exams and what came of it.',
  source: 'product, names (AMKA masked), centers; interface, patients',
  reply: patientSheet,
});

export const changePatient = route({
  method: 'PATCH',
  path: '/api/medical-center/patients/{patientId}',
  access: 'center',
  rate: 'general',
  summary: 'Changes what is named. Another phone ends requests that wait and leaves links sent to the old number.',
  source: 'shapes, added endpoints; product, centers',
  body: patientChange,
  reply: patient,
  idempotent: true,
});

export const accessLog = route({
  method: 'GET',
  path: '/api/medical-center/patients/{patientId}/access-log',
  access: 'center',
  rate: 'general',
  summary: 'Which doctor looked at what of a patient, newest first, as the audit trail has it.',
  source: 'product, beyond the spec: access log; security 1, GDPR 15',
  query: z.object(paging),
  reply: z.array(accessLogEntry),
});

export const patientGrants = route({
  method: 'GET',
  path: '/api/medical-center/patients/{patientId}/grants',
  access: 'center',
  rate: 'general',
  summary:
    'Who may see a patient’s exams now, since when, until when and which types, newest first, a hundred at most. A doctor in review, suspended or without a subscription keeps the grant and sees nothing meanwhile.',
  source: 'security 1, 7; beside the specification: who could see this',
  reply: z.array(activeGrant),
});

export const revokeGrant = route({
  method: 'POST',
  path: '/api/medical-center/grants/{id}/revoke',
  access: 'center',
  rate: 'general',
  summary: 'Ends a doctor’s live grant on a patient of the center, with the reason. Again: no effect.',
  source: 'security 7: revoke by the owner center',
  body: grantEnd,
  reply: grantEndReply,
});

export const revealAmka = route({
  method: 'POST',
  path: '/api/medical-center/patients/{patientId}/reveal',
  access: 'center',
  rate: 'general',
  summary: 'The whole AMKA, by an audited call.',
  source: 'product, names: AMKA',
  reply: revealedAmka,
});

export const sendConsentLink = route({
  method: 'POST',
  path: '/api/medical-center/patients/{patientId}/consent-link',
  access: 'center',
  rate: 'general',
  summary: 'Sends the link of a live grant again, to the number on record, three times a day.',
  source: 'shapes, added endpoints; product, centers',
  body: linkResend,
  reply: linkResendReply,
  idempotent: true,
});

export const uploadExam = route({
  method: 'POST',
  path: '/api/medical-center/upload-exam',
  access: 'center',
  rate: 'upload',
  summary: 'Uploads one DICOM file or one ZIP of DICOM files for a patient; parts in any order.',
  source: 'specification 7; shapes, upload',
  form: examUpload,
  status: 201,
  reply: exam,
  idempotent: true,
});

const uploadsSource = 'shapes, added endpoints and The matrix, read, 5; tus 1.0.0';

export const beginUpload = route({
  method: 'POST',
  path: '/api/medical-center/uploads',
  access: 'center',
  rate: 'upload',
  summary:
    'Begins an upload in parts (tus creation): Upload-Length and Upload-Metadata (patientId, examType, examDate, referringPhysician, notes, filename, filetype, mismatchReason, mismatchFields, uploadKey); answers Location.',
  source: uploadsSource,
  status: 201,
  ignoresBody: true,
});

export const openUploads = route({
  method: 'GET',
  path: '/api/medical-center/uploads',
  access: 'center',
  rate: 'general',
  summary: 'The center’s uploads that were begun and not ended, newest first.',
  source: uploadsSource,
  reply: z.array(resumableUpload),
});

export const upload = route({
  method: 'GET',
  path: '/api/medical-center/uploads/{id}',
  access: 'center',
  rate: 'general',
  summary: 'Where an upload stands: as JSON, and as tus says it in headers, which HEAD answers alone.',
  source: uploadsSource,
  reply: resumableUpload,
  afterIdle: true,
});

export const sendPart = route({
  method: 'PATCH',
  path: '/api/medical-center/uploads/{id}',
  access: 'center',
  rate: 'frames',
  summary:
    'Takes a part of the file from Upload-Offset on (application/offset+octet-stream, Upload-Checksum optional). The last one’s 204 says that the exam is kept: Upload-Exam-Id and Upload-Sha256.',
  source: uploadsSource,
  part: true,
  status: 204,
  afterIdle: true,
});

export const endUpload = route({
  method: 'DELETE',
  path: '/api/medical-center/uploads/{id}',
  access: 'center',
  rate: 'general',
  summary: 'Ends an open upload (tus termination); what came of it is removed.',
  source: uploadsSource,
  status: 204,
  ignoresBody: true,
});

export const examHistory = route({
  method: 'GET',
  path: '/api/medical-center/exam-history',
  access: 'center',
  rate: 'general',
  summary: 'The center’s exams, newest upload first.',
  source: 'specification 7; shapes, history',
  query: historyQuery,
  reply: z.array(examWithPatient),
});

export const moveExam = route({
  method: 'POST',
  path: '/api/medical-center/exams/{id}/move',
  access: 'center',
  rate: 'general',
  summary: 'Gives an exam to another patient of the center; doctors of the first no longer see it.',
  source: 'shapes, added endpoints; product, exams',
  body: examMove,
  reply: examWithPatient,
});

export const withdrawExam = route({
  method: 'POST',
  path: '/api/medical-center/exams/{id}/withdraw',
  access: 'center',
  rate: 'general',
  summary: 'Takes an exam out of every list and every doctor’s view at once; the audit trail keeps the fact.',
  source: 'shapes, added endpoints; product, exams',
  body: examWithdrawal,
  reply: examWithPatient,
});

export const confirmExam = route({
  method: 'POST',
  path: '/api/medical-center/exams/{id}/confirm',
  access: 'center',
  rate: 'general',
  summary: 'Says that an exam held back for a doubt is the patient’s: doctors see it from then on.',
  source: 'shapes, added endpoints; product, exams: wrong-patient guard',
  body: examConfirmation,
  reply: examWithPatient,
});
