import type { Handler } from '../server/handler.ts';
import { apiTokens, createToken, revokeToken } from './account/tokens.ts';
import { changeAccount } from './account.ts';
import { alarmSeen } from './admin/alarms/seen.ts';
import { alarmsToSee } from './admin/alarms.ts';
import { approveDoctor } from './admin/approve-doctor.ts';
import { exportAuditEvents } from './admin/audit/export.ts';
import { auditState } from './admin/audit/state.ts';
import { auditEvents } from './admin/audit.ts';
import { createMedicalCenter } from './admin/create-medical-center.ts';
import { dashboard as adminDashboard } from './admin/dashboard.ts';
import { reinstateDoctor } from './admin/doctors/reinstate.ts';
import { suspendDoctor } from './admin/doctors/suspend.ts';
import { doctors } from './admin/doctors.ts';
import { revokeGrant } from './admin/grants/revoke.ts';
import { changeMedicalCenter, medicalCenter, medicalCenters } from './admin/medical-centers.ts';
import { medicalCentersDetailed } from './admin/medical-centers-detailed.ts';
import { messageCounts } from './admin/message-counts.ts';
import { messages } from './admin/messages.ts';
import { pendingDoctors } from './admin/pending-doctors.ts';
import { rejectDoctor } from './admin/reject-doctor.ts';
import { renewDoctorSubscription } from './admin/renew-doctor-subscription.ts';
import { closeSupportMessage } from './admin/support-messages/close.ts';
import { replySupportMessage } from './admin/support-messages/reply.ts';
import { supportMessage, supportMessages } from './admin/support-messages.ts';
import { systemInfo } from './admin/system-info.ts';
import { systemLogs } from './admin/system-logs.ts';
import { updateSubscription } from './admin/update-subscription.ts';
import { disableUser } from './admin/users/disable.ts';
import { enableUser } from './admin/users/enable.ts';
import { revokeUserSessions } from './admin/users/revoke-sessions.ts';
import { users } from './admin/users.ts';
import { login as adminLogin } from './auth/admin/login.ts';
import { changePassword } from './auth/change-password.ts';
import { confirmEmail } from './auth/confirm-email.ts';
import { login as doctorLogin } from './auth/doctor/login.ts';
import { signup } from './auth/doctor/signup.ts';
import { forgotPassword } from './auth/forgot-password.ts';
import { logout } from './auth/logout.ts';
import { login as centerLogin } from './auth/medical-center/login.ts';
import { resetPassword } from './auth/reset-password.ts';
import { session } from './auth/session.ts';
import { revokeOthers } from './auth/sessions/end-others.ts';
import { revokeSession, sessions } from './auth/sessions.ts';
import { stepUp } from './auth/step-up.ts';
import { accessiblePatients } from './doctor/accessible-patients.ts';
import { billing } from './doctor/billing.ts';
import { changePlan } from './doctor/change-plan.ts';
import { dashboard as doctorDashboard } from './doctor/dashboard.ts';
import { relinquish } from './doctor/grants/relinquish.ts';
import { patientExams } from './doctor/patient-exams.ts';
import { paymentMethod } from './doctor/payment-method.ts';
import { changeProfile, profile } from './doctor/profile.ts';
import { requestPatientAccess } from './doctor/request-patient-access.ts';
import { requests } from './doctor/requests.ts';
import { verifyOtp } from './doctor/verify-otp.ts';
import { download } from './download.ts';
import { events } from './events.ts';
import { examToOpen } from './exams.ts';
import { live } from './health/live.ts';
import { ready } from './health/ready.ts';
import { dashboard as centerDashboard } from './medical-center/dashboard.ts';
import { examHistory } from './medical-center/exam-history.ts';
import { confirm } from './medical-center/exams/confirm.ts';
import { move } from './medical-center/exams/move.ts';
import { withdraw } from './medical-center/exams/withdraw.ts';
import { revokeGrant as revokeOwnGrant } from './medical-center/grants/revoke.ts';
import { accessLog } from './medical-center/patients/access-log.ts';
import { consentLink } from './medical-center/patients/consent-link.ts';
import { grants } from './medical-center/patients/grants.ts';
import { reveal } from './medical-center/patients/reveal.ts';
import { changePatient, patientDetails, patients, registerPatient } from './medical-center/patients.ts';
import { uploadExam } from './medical-center/upload-exam.ts';
import { cancelUpload, createUpload, openUploads, sendPart, upload } from './medical-center/uploads.ts';
import { openapi } from './openapi.json.ts';
import { block } from './patient-access/block.ts';
import { blockLookup } from './patient-access/block-lookup.ts';
import { change } from './patient-access/change.ts';
import { lookup } from './patient-access/lookup.ts';
import { respond } from './patient-access/respond.ts';
import { revoke } from './patient-access/revoke.ts';
import { publicSettings } from './public-settings.ts';
import { sendSupportMessage } from './support/messages.ts';

/** All handlers of the API. `/api/docs` is in `docs.ts`, since a library serves its page. */
export const apiHandlers: readonly Handler[] = [
  ...[centerLogin, doctorLogin, adminLogin, signup, logout, session, changePassword, stepUp],
  ...[forgotPassword, resetPassword, confirmEmail, changeAccount],
  ...[apiTokens, createToken, revokeToken],
  ...[sessions, revokeSession, revokeOthers],
  ...[centerDashboard, patients, registerPatient, uploadExam, examHistory],
  ...[createUpload, openUploads, upload, sendPart, cancelUpload],
  ...[patientDetails, changePatient, accessLog, reveal, consentLink, move, withdraw, confirm],
  ...[grants, revokeOwnGrant, relinquish, revokeGrant],
  ...[doctorDashboard, accessiblePatients, requestPatientAccess, verifyOtp, requests, patientExams],
  ...[profile, changeProfile, billing, changePlan, paymentMethod],
  ...[suspendDoctor, reinstateDoctor, disableUser, enableUser, revokeUserSessions],
  ...[adminDashboard, users, updateSubscription, renewDoctorSubscription, pendingDoctors],
  ...[approveDoctor, rejectDoctor, createMedicalCenter, doctors],
  ...[medicalCenters, medicalCentersDetailed, medicalCenter, changeMedicalCenter],
  ...[systemInfo, systemLogs, messages, messageCounts],
  ...[auditEvents, exportAuditEvents, auditState, alarmsToSee, alarmSeen],
  ...[lookup, respond, change, revoke, blockLookup, block],
  ...[sendSupportMessage, supportMessages, supportMessage, replySupportMessage, closeSupportMessage],
  ...[examToOpen, download, publicSettings, events, live, ready, openapi],
];
