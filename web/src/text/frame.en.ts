/** The layout of an area: its navigation, its guard. Exact texts of the specification, section 2. */
export const frameEn = {
  navigation: {
    centerDashboard: 'Dashboard',
    centerPatients: 'Patient Management',
    centerUpload: 'Upload Exams',
    centerHistory: 'Exam History',
    doctorDashboard: 'Dashboard',
    doctorPatients: 'Retrieve Data',
    doctorProfile: 'My Profile',
    doctorSupport: 'Support',
    adminDashboard: 'Dashboard',
    adminUsers: 'All Users',
    adminMedicalCentersInfo: 'Medical Centers Info',
    adminApproveDoctors: 'Approve Requests for Doctors',
    adminMedicalCenterSignup: 'Medical Center Sign Up',
    adminSystemLogs: 'System Logs',
    adminAudit: 'Audit Trail',
    adminInbox: 'Inbox',
    support: 'Help and support',
  },
  guard: {
    only: {
      medical_center: 'This page is for medical centers',
      doctor: 'This page is for doctors',
      admin: 'This page is for administrators',
    },
    mine: {
      medical_center:
        'You are signed in as a medical center. To see this page, log out first and sign in with another account.',
      doctor: 'You are signed in as a doctor. To see this page, log out first and sign in with another account.',
      admin: 'You are signed in as an administrator. To see this page, log out first and sign in with another account.',
    },
    toDashboard: 'Go to your dashboard',
  },
  mustChange: {
    change: 'Change password',
    title: 'You still use the password you were given',
    text: 'It stops working after 7 days. Choose one that only you know.',
    textAdmin: 'It was printed when the portal first started. Choose one that only you know.',
    firstTitle: 'Choose a password of your own',
    firstLead: 'The one you were given opens nothing but this page.',
    firstSubmit: 'Set password and continue',
  },
} as const;
