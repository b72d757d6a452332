import { defineSources } from './source.ts';

/** The areas' navigation (specification, section 2). */
export const frameSources = defineSources('frame', [
  {
    section: '2, Medical center area',
    on: ['centerDashboard', 'centerPatients', 'centerUpload', 'centerHistory'],
    sentences: {
      Dashboard: 'navigation.centerDashboard',
      'Patient Management': 'navigation.centerPatients',
      'Upload Exams': 'navigation.centerUpload',
      'Exam History': 'navigation.centerHistory',
    },
  },
  {
    section: '2, Doctor area',
    on: ['doctorDashboard', 'doctorPatients', 'doctorProfile', 'doctorBilling', 'doctorSupport'],
    sentences: {
      Dashboard: 'navigation.doctorDashboard',
      'Retrieve Data': 'navigation.doctorPatients',
      'My Profile': 'navigation.doctorProfile',
      Support: 'navigation.doctorSupport',
    },
  },
  {
    section: '2, Administrator shell',
    on: ['adminDashboard', 'adminUsers', 'adminApproveDoctors', 'adminMedicalCenterSignup', 'adminSystemLogs'],
    sentences: {
      Dashboard: 'navigation.adminDashboard',
      'All Users': 'navigation.adminUsers',
      'Medical Centers Info': 'navigation.adminMedicalCentersInfo',
      'Approve Requests for Doctors': 'navigation.adminApproveDoctors',
      'Medical Center Sign Up': 'navigation.adminMedicalCenterSignup',
      'System Logs': 'navigation.adminSystemLogs',
    },
  },
  {
    section: '8, Upload',
    on: ['centerUpload'],
    sentences: {
      'Upload Failed': 'uploads.toast.failed',
      'Failed to upload exam. Please try again.': 'uploads.toast.failedText',
    },
  },
]);
