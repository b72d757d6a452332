import { defineSources } from './source.ts';

/** The medical center's area (specification, sections 2, 5 and 8). */
export const centerSources = defineSources('center', [
  {
    section: '2, Medical center dashboard',
    on: ['centerDashboard'],
    sentences: {
      'Total Patients': 'dashboard.totalPatients',
      'Exams This Month': 'dashboard.examsThisMonth',
      'Recent Uploads': 'dashboard.recentUploads',
      'Storage Used': 'dashboard.storageUsed',
      'Recent Activity': 'dashboard.recentActivity',
      'No recent activity': 'dashboard.none',
      'Failed to fetch dashboard data': 'dashboard.failed',
    },
  },
  {
    section: '2, Patients',
    on: ['centerPatients'],
    sentences: {
      'Newest First': 'patients.newest',
      'Oldest First': 'patients.oldest',
      '{count, plural, one {# patient found} other {# patients found}}': 'patients.found',
      Patient: 'exams.patient',
      'Patient ID': 'patients.id',
      Registered: 'patients.registered',
      'No patients found': 'patients.none',
      'No patients found matching your search': 'patients.noMatch',
      'New Patient Registration': 'registration.title',
    },
  },
  {
    section: '3, Patients',
    on: ['centerPatients'],
    sentences: {
      'First name': 'registration.firstName',
      'Last name': 'registration.lastName',
      'Date of birth': 'registration.birthDate',
    },
  },
  {
    section: '8, Patient registration',
    on: ['centerPatients'],
    sentences: {
      'Patient Registered': 'registration.registered',
      'Patient ID: {patientId}': 'registration.registeredText',
      'Registration Failed': 'registration.failed',
      'Failed to register patient. Please try again.': 'registration.failedText',
    },
  },
  {
    section: '2, History',
    on: ['centerHistory'],
    sentences: {
      'Date from': 'history.from',
      'Date to': 'history.to',
      Patient: 'exams.patient',
      'No exam records found': 'history.none',
      'Upload your first exam to see it here': 'history.noneText',
      'View {file}': 'exams.viewOf',
      'File size': 'exams.size',
      Uploaded: 'exams.uploaded',
    },
  },
]);

export const uploadPageSources = defineSources('upload', [
  {
    section: '2, Upload',
    on: ['centerUpload'],
    sentences: {
      Patient: 'patient',
      File: 'file',
      'Exam date': 'date',
      'Referring physician': 'physician',
      Notes: 'notes',
    },
  },
  {
    section: '5, Exam upload',
    on: ['centerUpload'],
    sentences: {
      'No File Selected': 'noFile',
    },
  },
]);

export const uploadSources = defineSources('frame.uploads', [
  {
    section: '8, Upload',
    on: ['centerUpload', 'centerPatients', 'centerDashboard', 'centerHistory'],
    sentences: {
      'Upload Successful': 'toast.successful',
      'Medical exam has been uploaded successfully.': 'toast.successfulText',
      'Upload Failed': 'toast.failed',
      'Failed to upload exam. Please try again.': 'toast.failedText',
    },
  },
]);

export const downloadSources = defineSources('exams.originals', [
  {
    section: '8, Download',
    on: ['centerPatients', 'centerHistory'],
    sentences: {
      'Download Started': 'started',
      'Your file download has begun.': 'startedText',
      'Download Failed': 'failed',
      'Failed to download file. Please try again.': 'failedText',
    },
  },
  {
    section: '8, Download',
    on: ['doctorPatientExams'],
    sentences: {
      'Download Started': 'started',
      'Your file download has begun.': 'startedText',
      'Download Failed': 'failed',
      'Failed to download file. Please try again.': 'failedText',
    },
  },
]);
