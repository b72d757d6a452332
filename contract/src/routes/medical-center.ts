import * as z from 'zod';
import { route } from '../route.ts';
import { grantRevocation, grantRevocationReply } from '../shapes/access.ts';
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
import { patientMatchReply, patientMatchRequest } from '../shapes/patient-match.ts';
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
import { patientViewingState, patientViewing as viewing } from '../shapes/viewing.ts';

export const dashboard = route({
  method: 'GET',
  path: '/api/medical-center/dashboard',
  access: 'center',
  needs: 'records.read',
  rate: 'general',
  summary: 'The center’s figures and its ten latest uploads.',
  source: 'specification 7; shapes, center dash',
  reply: centerDashboard,
});

export const patients = route({
  method: 'GET',
  path: '/api/medical-center/patients',
  access: 'center',
  needs: 'records.read',
  rate: 'general',
  summary: 'The center’s patients. Search by name in either alphabet, patient ID, or complete phone number or AMKA.',
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
  needs: 'patients.write',
  rate: 'general',
  summary: 'Registers a patient and returns the public patient ID.',
  source: 'specification 7; shapes, register',
  body: patientRegistration,
  status: 201,
  reply: patient,
  idempotent: true,
});

export const matchPatient = route({
  method: 'POST',
  path: '/api/medical-center/patients/match',
  access: 'center',
  needs: 'exams.upload',
  rate: 'general',
  summary:
    'Whose some files are: the center’s patient whom their number, AMKA, or name and birth date say. Stores nothing.',
  source: 'beside the specification: file-first upload; product, exams',
  body: patientMatchRequest,
  reply: patientMatchReply,
});

export const patientDetails = route({
  method: 'GET',
  path: '/api/medical-center/patients/{patientId}',
  access: 'center',
  needs: 'records.read',
  rate: 'general',
  summary: 'One patient of the center, with every doctor who requested access and the result.',
  source: 'product, names (AMKA masked), centers; interface, patients',
  reply: patientSheet,
});

export const changePatient = route({
  method: 'PATCH',
  path: '/api/medical-center/patients/{patientId}',
  access: 'center',
  needs: 'patients.write',
  rate: 'general',
  summary:
    'Changes the given fields. A new phone number cancels pending requests and removes the patient from links sent to the old number.',
  source: 'shapes, added endpoints; product, centers',
  body: patientChange,
  reply: patient,
  idempotent: true,
});

export const accessLog = route({
  method: 'GET',
  path: '/api/medical-center/patients/{patientId}/access-log',
  access: 'center',
  needs: 'access.read',
  rate: 'general',
  summary: 'Which doctor viewed or downloaded what of a patient, newest first, from the audit log.',
  source: 'product, beyond the spec: access log; security 1, GDPR 15',
  query: z.object(paging),
  reply: z.array(accessLogEntry),
});

export const patientGrants = route({
  method: 'GET',
  path: '/api/medical-center/patients/{patientId}/grants',
  access: 'center',
  needs: 'access.read',
  rate: 'general',
  summary:
    'Who may see a patient’s exams now, since when, until when and which types, newest first; at most 100. A doctor who is in review, suspended or without a subscription keeps the grant but sees nothing.',
  source: 'security 1, 7; beside the specification: who could see this',
  reply: z.array(activeGrant),
});

export const revokeGrant = route({
  method: 'POST',
  path: '/api/medical-center/grants/{id}/revoke',
  access: 'center',
  needs: 'access.manage',
  rate: 'general',
  summary:
    'Revokes a doctor’s active grant for a patient of the center, with a reason. Repeating the call has no effect.',
  source: 'security 7: revoke by the owner center',
  body: grantRevocation,
  reply: grantRevocationReply,
});

export const revealAmka = route({
  method: 'POST',
  path: '/api/medical-center/patients/{patientId}/reveal',
  access: 'center',
  needs: 'amka.reveal',
  rate: 'general',
  summary: 'The complete AMKA. The call is audited.',
  source: 'product, names: AMKA',
  reply: revealedAmka,
});

export const sendConsentLink = route({
  method: 'POST',
  path: '/api/medical-center/patients/{patientId}/consent-link',
  access: 'center',
  needs: 'access.manage',
  rate: 'general',
  summary: 'Resends the link of an active grant to the number on record, at most three times a day.',
  source: 'shapes, added endpoints; product, centers',
  body: linkResend,
  reply: linkResendReply,
  idempotent: true,
});

export const uploadExam = route({
  method: 'POST',
  path: '/api/medical-center/upload-exam',
  access: 'center',
  needs: 'exams.upload',
  rate: 'upload',
  summary: 'Uploads one DICOM file or one ZIP of DICOM files for a patient. The form’s parts may be in any order.',
  source: 'specification 7; shapes, upload',
  form: examUpload,
  status: 201,
  reply: exam,
  idempotent: true,
});

const uploadsSource = 'shapes, added endpoints and How the matrix is read, 5; tus 1.0.0';

export const beginUpload = route({
  method: 'POST',
  path: '/api/medical-center/uploads',
  access: 'center',
  needs: 'exams.upload',
  rate: 'upload',
  summary:
    'Creates a resumable upload (tus creation) from Upload-Length and Upload-Metadata (patientId, examType, examDate, referringPhysician, notes, filename, filetype, mismatchReason, mismatchFields, uploadKey). Returns Location.',
  source: uploadsSource,
  status: 201,
  ignoresBody: true,
});

export const openUploads = route({
  method: 'GET',
  path: '/api/medical-center/uploads',
  access: 'center',
  needs: 'records.read',
  rate: 'general',
  summary: 'The center’s unfinished resumable uploads, newest first.',
  source: uploadsSource,
  reply: z.array(resumableUpload),
});

export const upload = route({
  method: 'GET',
  path: '/api/medical-center/uploads/{id}',
  access: 'center',
  needs: 'exams.upload',
  rate: 'general',
  summary: 'The state of an upload, as JSON and in the headers of tus. HEAD returns the headers only.',
  source: uploadsSource,
  reply: resumableUpload,
  afterIdle: true,
});

export const sendPart = route({
  method: 'PATCH',
  path: '/api/medical-center/uploads/{id}',
  access: 'center',
  needs: 'exams.upload',
  rate: 'frames',
  summary:
    'Receives a part of the file from Upload-Offset on (application/offset+octet-stream, Upload-Checksum optional). The 204 of the last part confirms that the exam is stored: Upload-Exam-Id and Upload-Sha256.',
  source: uploadsSource,
  part: true,
  status: 204,
  afterIdle: true,
});

export const endUpload = route({
  method: 'DELETE',
  path: '/api/medical-center/uploads/{id}',
  access: 'center',
  needs: 'exams.upload',
  rate: 'general',
  summary: 'Cancels an unfinished upload (tus termination) and deletes its bytes.',
  source: uploadsSource,
  status: 204,
  ignoresBody: true,
});

export const examHistory = route({
  method: 'GET',
  path: '/api/medical-center/exam-history',
  access: 'center',
  needs: 'records.read',
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
  needs: 'exams.move',
  rate: 'general',
  summary: 'Moves an exam to another patient of the center. Doctors of the first patient no longer see it.',
  source: 'shapes, added endpoints; product, exams',
  body: examMove,
  reply: examWithPatient,
});

export const withdrawExam = route({
  method: 'POST',
  path: '/api/medical-center/exams/{id}/withdraw',
  access: 'center',
  needs: 'exams.withdraw',
  rate: 'general',
  summary: 'Withdraws an exam: it leaves all lists and all doctors’ views at once. The audit log keeps the event.',
  source: 'shapes, added endpoints; product, exams',
  body: examWithdrawal,
  reply: examWithPatient,
});

export const confirmExam = route({
  method: 'POST',
  path: '/api/medical-center/exams/{id}/confirm',
  access: 'center',
  needs: 'exams.confirm',
  rate: 'general',
  summary: 'Confirms that an exam with a patient mismatch belongs to the patient. Doctors then see it.',
  source: 'shapes, added endpoints; product, exams: wrong-patient guard',
  body: examConfirmation,
  reply: examWithPatient,
});

export const patientViewing = route({
  method: 'GET',
  path: '/api/medical-center/patient-viewing',
  access: 'center',
  needs: 'records.read',
  rate: 'general',
  summary: 'When the center’s patients see their own pictures: days after the upload; null: not at all.',
  source: 'viewing, patient’s page',
  reply: patientViewingState,
});

export const changePatientViewing = route({
  method: 'PUT',
  path: '/api/medical-center/patient-viewing',
  access: 'center',
  needs: 'settings.manage',
  rate: 'general',
  summary: 'Chooses when the center’s patients see their own pictures. 403 if the operator has switched it off.',
  source: 'viewing, patient’s page',
  body: viewing,
  reply: patientViewingState,
});
