import * as z from 'zod';
import { route } from '../route.ts';
import { grantRevocation, grantRevocationReply } from '../shapes/access.ts';
import * as shape from '../shapes/accounts.ts';
import * as alarms from '../shapes/alarms.ts';
import * as audit from '../shapes/audit.ts';
import { paging, searchText } from '../shapes/common.ts';
import * as operations from '../shapes/operations.ts';
import * as support from '../shapes/support.ts';

export const dashboard = route({
  method: 'GET',
  path: '/api/admin/dashboard',
  access: 'admin',
  rate: 'general',
  summary: 'The portal’s figures.',
  source: 'specification 7; shapes, admin dash',
  reply: shape.adminDashboard,
});

export const users = route({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  rate: 'general',
  summary: 'All users with their subscriptions, newest first.',
  source: 'specification 7; shapes, users',
  query: z.object({ search: searchText, ...paging }),
  reply: z.array(shape.user),
});

export const updateSubscription = route({
  method: 'POST',
  path: '/api/admin/update-subscription',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Sets the dates and status of a user’s subscription.',
  source: 'specification 7; shapes, update',
  body: shape.subscriptionUpdate,
  reply: z.object({ user: shape.user }),
  idempotent: true,
});

export const renewDoctorSubscription = route({
  method: 'POST',
  path: '/api/admin/renew-doctor-subscription',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary:
    'Extends a doctor’s subscription from today or from its end, whichever is later: free, or with `charge` once it is paid.',
  source: 'specification 7; shapes, renew',
  body: shape.subscriptionRenewal,
  reply: z.object({ user: shape.user }),
  idempotent: true,
});

export const pendingDoctors = route({
  method: 'GET',
  path: '/api/admin/pending-doctors',
  access: 'admin',
  rate: 'general',
  summary: 'Doctors waiting for verification, oldest first.',
  source: 'specification 7; shapes, pending',
  reply: z.array(shape.pendingDoctor),
});

export const doctors = route({
  method: 'GET',
  path: '/api/admin/doctors',
  access: 'admin',
  rate: 'general',
  summary: 'All doctors in every state, newest first. Search by name in either alphabet, license number or email.',
  source: 'specification 2, 7; shapes, pending',
  query: z.object({ search: searchText, ...paging }),
  reply: z.array(shape.doctor),
});

export const approveDoctor = route({
  method: 'POST',
  path: '/api/admin/approve-doctor/{id}',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Approves a doctor. The first approval starts the plan’s first period, or a free trial before it.',
  source: 'specification 7; product, doctor’s path 2',
  body: shape.approval,
  reply: z.object({ doctor: shape.doctor }),
  idempotent: true,
});

export const rejectDoctor = route({
  method: 'POST',
  path: '/api/admin/reject-doctor/{id}',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Rejects an application and notifies the doctor by mail. The record is kept.',
  source: 'specification 7; product, doctor’s path 2',
  body: shape.rejection,
  reply: z.object({ doctor: shape.doctor }),
  idempotent: true,
});

export const suspendDoctor = route({
  method: 'POST',
  path: '/api/admin/doctors/{id}/suspend',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary:
    'Suspends a verified doctor and notifies them by mail. Sessions, API tokens and open requests end. Grants stay but give no access.',
  source: 'security 7, doctor account',
  body: shape.rejection,
  reply: z.object({ doctor: shape.doctor }),
});

export const reinstateDoctor = route({
  method: 'POST',
  path: '/api/admin/doctors/{id}/reinstate',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Ends a suspension: the doctor can sign in, and grants that have not expired give access again.',
  source: 'security 7, doctor account',
  reply: z.object({ doctor: shape.doctor }),
});

export const disableUser = route({
  method: 'POST',
  path: '/api/admin/users/{id}/disable',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary:
    'Disables the account of a center or another administrator and ends its sessions and API tokens. Refused for the caller’s own account and for the last administrator.',
  source: 'security 2.5, 7',
  body: shape.rejection,
  reply: z.object({ user: shape.user }),
});

export const enableUser = route({
  method: 'POST',
  path: '/api/admin/users/{id}/enable',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Lets a disabled account sign in again.',
  source: 'security 2.5, 7',
  reply: z.object({ user: shape.user }),
});

export const revokeUserSessions = route({
  method: 'POST',
  path: '/api/admin/users/{id}/revoke-sessions',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Ends all sessions of a user except the caller’s own session. API tokens stay.',
  source: 'security 2, T-S2',
  reply: z.object({ ended: z.number().int() }),
});

export const createMedicalCenter = route({
  method: 'POST',
  path: '/api/admin/create-medical-center',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Creates a medical center with its first login. The password is never returned.',
  source: 'specification 7; product, centers',
  body: shape.centerCreation,
  status: 201,
  reply: z.object({ medicalCenter: shape.medicalCenter.extend({ userId: z.string() }) }),
  idempotent: true,
});

export const medicalCenters = route({
  method: 'GET',
  path: '/api/admin/medical-centers',
  access: 'admin',
  rate: 'general',
  summary: 'All medical centers, newest first.',
  source: 'specification 3, 7',
  query: z.object(paging),
  reply: z.array(shape.medicalCenterEntry),
});

export const medicalCentersDetailed = route({
  method: 'GET',
  path: '/api/admin/medical-centers-detailed',
  access: 'admin',
  rate: 'general',
  summary: 'All medical centers with their subscriptions and figures. Search by name in either alphabet.',
  source: 'specification 2, 3, 7; product, other decisions',
  query: shape.centerListQuery,
  reply: z.array(shape.medicalCenterDetails),
});

export const medicalCenter = route({
  method: 'GET',
  path: '/api/admin/medical-centers/{id}',
  access: 'admin',
  rate: 'general',
  summary: 'One medical center with its subscription and figures.',
  source: 'product, other decisions: View Details',
  reply: z.object({ medicalCenter: shape.medicalCenterDetails }),
});

export const changeMedicalCenter = route({
  method: 'PATCH',
  path: '/api/admin/medical-centers/{id}',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Changes the details of a medical center. Its center ID cannot be changed.',
  source: 'product, centers',
  body: shape.centerChanges,
  reply: z.object({ medicalCenter: shape.medicalCenterDetails }),
});

export const supportMessages = route({
  method: 'GET',
  path: '/api/admin/support-messages',
  access: 'admin',
  rate: 'general',
  summary: 'The inbox of messages to the operator, newest or urgent first. Filters: state, reference.',
  source: 'beside the specification: the contact and support forms lead here',
  query: support.supportMessagesQuery,
  reply: z.array(support.supportMessageSummary),
});

export const supportMessage = route({
  method: 'GET',
  path: '/api/admin/support-messages/{id}',
  access: 'admin',
  rate: 'general',
  summary: 'One message with its answers.',
  source: 'beside the specification: the inbox',
  reply: support.supportMessage,
});

export const replySupportMessage = route({
  method: 'POST',
  path: '/api/admin/support-messages/{id}/reply',
  access: 'admin',
  rate: 'general',
  summary: 'Answers a message by mail, in the language of the sender’s page, and stores the answer with it.',
  source: 'beside the specification: the inbox',
  body: support.supportReply,
  reply: z.object({ message: support.supportMessage }),
  idempotent: true,
});

export const closeSupportMessage = route({
  method: 'POST',
  path: '/api/admin/support-messages/{id}/close',
  access: 'admin',
  rate: 'general',
  summary: 'Closes a message. A later answer changes it to answered.',
  source: 'beside the specification: the inbox',
  reply: z.object({ message: support.supportMessage }),
});

export const systemInfo = route({
  method: 'GET',
  path: '/api/admin/system-info',
  access: 'admin',
  rate: 'general',
  summary: 'The storage, and the portal’s health as probed now. Results of the last seconds are reused.',
  source: 'specification 7; shapes, system-info',
  reply: operations.systemInfo,
});

export const systemLogs = route({
  method: 'GET',
  path: '/api/admin/system-logs',
  access: 'admin',
  rate: 'general',
  summary: 'The system log of the last 30 days, newest first.',
  source: 'specification 7; shapes, logs; product, other decisions',
  query: operations.systemLogQuery,
  reply: z.array(operations.systemLogEntry),
});

export const messages = route({
  method: 'GET',
  path: '/api/admin/messages',
  access: 'admin',
  rate: 'general',
  summary: 'The delivery of each SMS and mail, newest first, without text and recipient.',
  source: 'product, how it is run',
  query: operations.messageQuery,
  reply: z.array(operations.messageDelivery),
});

export const messageCounts = route({
  method: 'GET',
  path: '/api/admin/message-counts',
  access: 'admin',
  rate: 'general',
  summary: 'The number of messages of the last 24 hours in each state.',
  source: 'product, how it is run',
  reply: operations.messageCounts,
});

export const auditEvents = route({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  rate: 'general',
  summary:
    'The audit log, newest first. Search by a complete email, license number, center ID, patient ID, session or object id. Reading it is recorded too.',
  source: 'security 4; beside the specification: who did what, for a data-protection officer',
  query: audit.auditQuery,
  reply: z.array(audit.auditEntry),
});

export const exportAuditEvents = route({
  method: 'GET',
  path: '/api/admin/audit/export',
  access: 'admin',
  rate: 'general',
  summary:
    'The same events, oldest first, as FHIR R4 AuditEvents with the profiles of IHE BALP, one per line (NDJSON); at most 200,000.',
  source: 'security 4; IHE ITI BALP 1.1',
  query: audit.auditExportQuery,
  responseType: 'bytes',
});

export const auditState = route({
  method: 'GET',
  path: '/api/admin/audit/state',
  access: 'admin',
  rate: 'general',
  summary: 'How far the audit log is chained, and up to which record it is signed.',
  source: 'security 4',
  reply: audit.auditState,
});

export const revokeGrant = route({
  method: 'POST',
  path: '/api/admin/grants/{id}/revoke',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary:
    'Revokes an active grant that an entry of the audit log names, with a reason. Repeating the call has no effect.',
  source: 'security 7: revoke by an administrator with step-up',
  body: grantRevocation,
  reply: grantRevocationReply,
});

export const alarmsToSee = route({
  method: 'GET',
  path: '/api/admin/alarms',
  access: 'admin',
  rate: 'general',
  summary: 'Alarms about possible misuse that no administrator has seen yet or that hold an account, newest first.',
  source: 'security 2.1, 2.4',
  reply: z.array(alarms.alarm),
});

export const alarmSeen = route({
  method: 'POST',
  path: '/api/admin/alarms/{id}/seen',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Marks an alarm as seen. If it is about used-up codes, the doctor can send requests again.',
  source: 'security 2.1: until an administrator looks',
  reply: z.object({ alarm: alarms.alarm }),
});

export const alarmUsual = route({
  method: 'POST',
  path: '/api/admin/alarms/{id}/usual',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary:
    'Marks what an account opened as usual for it, and its alarm as seen. For 30 days, as many exams raise no such alarm.',
  source: 'security 2.4',
  reply: z.object({ alarm: alarms.alarm }),
});

export const alarmRelease = route({
  method: 'POST',
  path: '/api/admin/alarms/{id}/release',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Releases the account that an alarm put on hold, and marks the alarm as seen. The user can sign in again.',
  source: 'security 2.4: a hold that an administrator can undo',
  reply: z.object({ alarm: alarms.alarm }),
});
