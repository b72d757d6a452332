/** The paths of all screens. `screenPath` fills a path's `{name}`. */
export const screens = {
  home: '/',
  centerLogin: '/auth/medical-center/login',
  doctorLogin: '/auth/doctor/login',
  doctorSignup: '/auth/doctor/signup',
  adminLogin: '/auth/admin/login',
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  confirmEmail: '/auth/confirm-email',
  centerDashboard: '/medical-center/dashboard',
  centerPatients: '/medical-center/patients',
  centerUpload: '/medical-center/upload',
  centerHistory: '/medical-center/history',
  centerAccessReport: '/medical-center/access-report',
  centerBilling: '/medical-center/billing',
  doctorDashboard: '/doctor/dashboard',
  doctorPatients: '/doctor/patients',
  doctorPatientExams: '/doctor/patient-exams/{patientId}',
  doctorProfile: '/doctor/profile',
  doctorBilling: '/doctor/billing',
  doctorSupport: '/doctor/support',
  adminDashboard: '/admin/dashboard',
  adminUsers: '/admin/users',
  adminMedicalCenters: '/admin/medical-centers',
  adminMedicalCentersInfo: '/admin/medical-centers-info',
  adminDoctors: '/admin/doctors',
  adminApproveDoctors: '/admin/approve-doctors',
  adminMedicalCenterSignup: '/admin/medical-center-signup',
  adminSystemLogs: '/admin/system-logs',
  adminInbox: '/admin/inbox',
  adminAudit: '/admin/audit',
  adminAccessReport: '/admin/access-report',
  adminBilling: '/admin/billing',
  adminBillingAccount: '/admin/billing/{userId}',
  adminBreaches: '/admin/breaches',
  adminBreachNew: '/admin/breaches/new',
  adminBreach: '/admin/breaches/{id}',
  examView: '/exams/{examId}/view',
  support: '/support',
  account: '/account',
  consent: '/consent',
  try: '/try',
  privacy: '/privacy',
  terms: '/terms',
} as const;

export type Screen = keyof typeof screens;

/** Returns the path of a screen with encoded parameters. */
export function screenPath(screen: Screen, params: Record<string, string> = {}): string {
  return screens[screen].replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
