import { screens } from '@medcloud/contract/screens';
import type { RouteObject } from 'react-router';
import { NotFound } from './app/routing/not-found.tsx';
import { ReloadPage } from './app/routing/reload-page.tsx';

const auth: RouteObject[] = [
  {
    path: screens.centerLogin,
    lazy: {
      Component: async () =>
        (await import('./areas/auth/medical-center-login/medical-center-login.tsx')).MedicalCenterLogin,
    },
  },
  {
    path: screens.doctorLogin,
    lazy: { Component: async () => (await import('./areas/auth/doctor-login/doctor-login.tsx')).DoctorLogin },
  },
  {
    path: screens.doctorSignup,
    lazy: { Component: async () => (await import('./areas/auth/doctor-signup/doctor-signup.tsx')).DoctorSignup },
  },
  {
    path: screens.adminLogin,
    lazy: { Component: async () => (await import('./areas/auth/admin-login/admin-login.tsx')).AdminLogin },
  },
  {
    path: screens.forgotPassword,
    lazy: { Component: async () => (await import('./areas/auth/forgot-password/forgot-password.tsx')).ForgotPassword },
  },
  {
    path: screens.resetPassword,
    lazy: { Component: async () => (await import('./areas/auth/reset-password/reset-password.tsx')).ResetPassword },
  },
  {
    path: screens.invitation,
    lazy: { Component: async () => (await import('./areas/auth/invitation/invitation.tsx')).Invitation },
  },
  {
    path: screens.resetFactors,
    lazy: { Component: async () => (await import('./areas/auth/reset-factors/reset-factors.tsx')).ResetFactors },
  },
  {
    path: screens.confirmEmail,
    lazy: { Component: async () => (await import('./areas/auth/confirm-email/confirm-email.tsx')).ConfirmEmail },
  },
];

const medicalCenter: RouteObject[] = [
  {
    path: screens.centerDashboard,
    lazy: { Component: async () => (await import('./areas/medical-center/dashboard/dashboard.tsx')).CenterDashboard },
  },
  {
    path: screens.centerPatients,
    lazy: { Component: async () => (await import('./areas/medical-center/patients/patients.tsx')).CenterPatients },
  },
  {
    path: screens.centerUpload,
    lazy: { Component: async () => (await import('./areas/medical-center/upload/upload.tsx')).CenterUpload },
  },
  {
    path: screens.centerHistory,
    lazy: { Component: async () => (await import('./areas/medical-center/history/history.tsx')).CenterHistory },
  },
  {
    path: screens.centerAccessReport,
    lazy: {
      Component: async () =>
        (await import('./areas/medical-center/access-report/access-report.tsx')).CenterAccessReport,
    },
  },
  {
    path: screens.centerBilling,
    lazy: { Component: async () => (await import('./areas/medical-center/billing/billing.tsx')).CenterBilling },
  },
  {
    path: screens.centerTeam,
    lazy: { Component: async () => (await import('./areas/medical-center/team/team.tsx')).CenterTeam },
  },
  {
    path: screens.centerSettings,
    lazy: { Component: async () => (await import('./areas/medical-center/settings/settings.tsx')).CenterSettings },
  },
];

const doctor: RouteObject[] = [
  {
    path: screens.doctorDashboard,
    lazy: { Component: async () => (await import('./areas/doctor/dashboard/dashboard.tsx')).DoctorDashboard },
  },
  {
    path: screens.doctorPatients,
    lazy: { Component: async () => (await import('./areas/doctor/patients/patients.tsx')).DoctorPatients },
  },
  {
    path: '/doctor/patient-exams/:patientId',
    lazy: {
      Component: async () => (await import('./areas/doctor/patient-exams/patient-exams.tsx')).DoctorPatientExams,
    },
  },
  {
    path: screens.doctorProfile,
    lazy: { Component: async () => (await import('./areas/doctor/profile/profile.tsx')).DoctorProfile },
  },
  {
    path: screens.doctorBilling,
    lazy: { Component: async () => (await import('./areas/doctor/billing/billing.tsx')).DoctorBilling },
  },
  {
    path: screens.doctorSupport,
    lazy: { Component: async () => (await import('./areas/doctor/support/support.tsx')).DoctorSupport },
  },
];

const admin: RouteObject[] = [
  {
    path: screens.adminDashboard,
    lazy: { Component: async () => (await import('./areas/admin/dashboard/dashboard.tsx')).AdminDashboard },
  },
  {
    path: screens.adminInbox,
    lazy: { Component: async () => (await import('./areas/admin/inbox/inbox.tsx')).AdminInbox },
  },
  {
    path: screens.adminSystemLogs,
    lazy: { Component: async () => (await import('./areas/admin/system-logs/system-logs.tsx')).SystemLogs },
  },
  {
    path: screens.adminAudit,
    lazy: { Component: async () => (await import('./areas/admin/audit/audit.tsx')).AdminAudit },
  },
  {
    path: screens.adminAccessReport,
    lazy: {
      Component: async () => (await import('./areas/admin/access-report/access-report.tsx')).AdminAccessReport,
    },
  },
  {
    path: screens.adminBilling,
    lazy: { Component: async () => (await import('./areas/admin/billing/billing.tsx')).AdminBilling },
  },
  {
    path: '/admin/billing/:userId',
    lazy: { Component: async () => (await import('./areas/admin/billing/billing.tsx')).AdminBilling },
  },
  {
    path: screens.adminBreaches,
    lazy: { Component: async () => (await import('./areas/admin/breaches/breaches.tsx')).AdminBreaches },
  },
  {
    path: screens.adminBreachNew,
    lazy: { Component: async () => (await import('./areas/admin/breaches-new/breaches-new.tsx')).AdminBreachNew },
  },
  {
    path: '/admin/breaches/:id',
    lazy: { Component: async () => (await import('./areas/admin/breaches/breaches.tsx')).AdminBreaches },
  },
  {
    path: screens.adminUsers,
    lazy: { Component: async () => (await import('./areas/admin/users/users.tsx')).AdminUsers },
  },
  {
    path: screens.adminMedicalCenters,
    lazy: { Component: async () => (await import('./areas/admin/medical-centers/medical-centers.tsx')).MedicalCenters },
  },
  {
    path: screens.adminMedicalCentersInfo,
    lazy: {
      Component: async () =>
        (await import('./areas/admin/medical-centers-info/medical-centers-info.tsx')).MedicalCentersInfo,
    },
  },
  {
    path: screens.adminDoctors,
    lazy: { Component: async () => (await import('./areas/admin/doctors/doctors.tsx')).AdminDoctors },
  },
  {
    path: screens.adminApproveDoctors,
    lazy: { Component: async () => (await import('./areas/admin/approve-doctors/approve-doctors.tsx')).ApproveDoctors },
  },
  {
    path: screens.adminMedicalCenterSignup,
    lazy: {
      Component: async () =>
        (await import('./areas/admin/medical-center-signup/medical-center-signup.tsx')).MedicalCenterSignup,
    },
  },
];

const account: RouteObject[] = [
  {
    path: screens.account,
    lazy: { Component: async () => (await import('./areas/account/account.tsx')).Account },
  },
  {
    path: screens.accountSecurity,
    lazy: { Component: async () => (await import('./areas/account/security/security.tsx')).AccountSecurity },
  },
  {
    path: screens.accountNotifications,
    // with the account: one chunk less in what every screen loads
    lazy: { Component: async () => (await import('./areas/account/account.tsx')).AccountNotifications },
  },
];

const exams: RouteObject[] = [
  {
    path: '/exams/:examId/view',
    lazy: { Component: async () => (await import('./areas/exams/view/view.tsx')).ExamView },
  },
];

const publicRoutes: RouteObject[] = [
  {
    path: screens.support,
    lazy: { Component: async () => (await import('./areas/support/support.tsx')).Support },
  },
  { path: screens.home, Component: ReloadPage },
  { path: screens.try, lazy: { Component: async () => (await import('./areas/try/try.tsx')).Try } },
  { path: screens.privacy, Component: ReloadPage },
  { path: screens.terms, Component: ReloadPage },
  {
    path: screens.consent,
    lazy: { Component: async () => (await import('./areas/consent/consent.tsx')).Consent },
  },
];

// Session, guards and layouts load with the first screen that needs them; public pages do not load them.
const sessionRoutes: RouteObject = {
  lazy: { Component: async () => (await import('./app/layout/session-layout.tsx')).SessionLayout },
  children: [
    {
      lazy: { Component: async () => (await import('./app/layout/upload-layout.tsx')).UploadLayout },
      children: [
        ...auth,
        {
          lazy: { Component: async () => (await import('./app/layout/areas.tsx')).CenterArea },
          children: medicalCenter,
        },
        { lazy: { Component: async () => (await import('./app/layout/areas.tsx')).DoctorArea }, children: doctor },
        { lazy: { Component: async () => (await import('./app/layout/areas.tsx')).AdminArea }, children: admin },
        { lazy: { Component: async () => (await import('./app/layout/areas.tsx')).AccountArea }, children: account },
        { lazy: { Component: async () => (await import('./app/layout/exam-area.tsx')).ExamArea }, children: exams },
      ],
    },
  ],
};

/** Lists every screen by its path. Each screen loads when it is opened. */
export const routes: RouteObject[] = [...publicRoutes, sessionRoutes, { path: '*', Component: NotFound }];
