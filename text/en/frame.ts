/** The layout of an area: its navigation, its guard. Exact texts of the specification, section 2. */
export const messages = {
  navigation: {
    centerDashboard: 'Dashboard',
    centerPatients: 'Patient Management',
    centerUpload: 'Upload Exams',
    centerHistory: 'Exam History',
    adminBilling: 'Billing',
    centerBilling: 'Billing',
    centerTeam: 'Team',
    centerSettings: 'Settings',
    centerAccessReport: 'Access report',
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
    adminAudit: 'Audit log',
    adminAccessReport: 'Access report',
    adminBreaches: 'Data breaches',
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
        'You are signed in as a medical center. To see this page, log out and sign in with another account.',
      doctor: 'You are signed in as a doctor. To see this page, log out and sign in with another account.',
      admin: 'You are signed in as an administrator. To see this page, log out and sign in with another account.',
    },
    toDashboard: 'Go to dashboard',
  },
  mustChange: {
    change: 'Change password',
    title: 'Change your initial password',
    text: 'The password you were given stops working after 7 days. Choose your own.',
    textAdmin: 'The initial password was printed when the portal first started. Choose your own.',
    firstTitle: 'Choose your own password',
    firstLead: 'To continue, replace the password you were given.',
    firstSubmit: 'Save and continue',
  },

  // Asked before a form with unsent text is left.
  leave: {
    title: 'Leave without saving?',
    text: 'Your changes are not saved.',
    leave: 'Leave',
    stay: 'Stay',
  },

  // Messages about uploads on all signed-in screens.
  uploads: {
    leave: {
      title: '{count, plural, one {An upload is in progress} other {# uploads are in progress}}',
      text: 'If you log out, {count, plural, one {it stops and the file is not saved} other {they stop and the files are not saved}}.',
      logOut: 'Log out anyway',
      stay: 'Stay signed in',
    },
    storage: {
      used: 'Storage',
      of: '{used} of {quota}',
    },
    // Over any screen of a center while files are dragged over it.
    anywhere: {
      title: 'Drop to upload',
      text: 'The upload page opens with these files.',
      ofPatient: 'The upload page opens with these files and this patient.',
    },
    toast: {
      successful: 'Upload Successful',
      successfulText: 'Medical exam has been uploaded successfully.',
      failed: 'Upload Failed',
      failedText: 'Failed to upload exam. Please try again.',
    },
  },
} as const;
