import { commonText } from '../common.ts';
import { contactText } from '../contact.ts';
import { landingText } from '../landing.ts';
import { supportText } from '../support.ts';
import { defineSources } from './source.ts';

/** Public texts: the landing page, support, and the texts that screens share (specification, sections 2, 4 and 9). */
export const landingSources = defineSources('landing', landingText, [
  {
    section: '2, Landing page',
    on: ['home'],
    sentences: {
      Home: 'nav.home',
      About: 'nav.about',
      Pricing: 'nav.pricing',
      Contact: 'nav.contact',
      'Doctor sign-up': 'nav.doctorPricing',
      Login: 'nav.login',
      'Get Started': 'hero.start',
      'Secure storage': 'features.storage',
      'Role-based access': 'features.access',
      'Multi-format support': 'features.formats',
      'Medical center plans': 'pricing.centerPlans',
      'Doctor plans': 'pricing.doctorPlans',
      'Administrator Access': 'login.admin',
      Name: 'contact.name',
      'E-mail': 'contact.email',
      Message: 'contact.message',
    },
  },
  {
    section: '9, Plans',
    on: ['home'],
    sentences: {
      Basic: 'pricing.basic',
      '{price} per quarter, for a 3-month subscription': 'pricing.basicBilled',
      '500 GB storage': 'pricing.storage500',
      'One location': 'pricing.oneLocation',
      'DICOM support': 'pricing.dicom',
      Premium: 'pricing.premium',
      'Most popular': 'pricing.popular',
      '{price} per quarter': 'pricing.premiumBilled',
      '2 TB storage': 'pricing.storage2000',
      'Advanced DICOM features': 'pricing.dicomAdvanced',
      Enterprise: 'pricing.enterprise',
      'Custom storage': 'pricing.storageCustom',
      'Multiple locations': 'pricing.manyLocations',
      'Dedicated support team': 'pricing.team',
      '{price} billed annually. Saves {saved} per year': 'pricing.yearlyBilled',
      '{price} every 3 months': 'pricing.monthlyBilled',
      'Cancel anytime': 'pricing.cancel',
      'Full access after verification': 'pricing.fullAccess',
      'Best Value': 'pricing.bestValue',
      'Quarterly billing': 'pricing.quarterly',
    },
  },
]);

export const supportSources = defineSources('support', supportText, [
  {
    section: '2, Public support page',
    on: ['support'],
    sentences: {
      'Contact Details': 'tabs.contact',
      'Send Message': 'tabs.message',
      'Help Resources': 'tabs.help',
      'Start Live Chat': 'contact.startChat',
      'First name': 'message.firstName',
      'Last name': 'message.lastName',
      'E-mail': 'message.email',
      'Medical Center Staff': 'message.roles.medical-center',
      Doctor: 'message.roles.doctor',
      Administrator: 'message.roles.admin',
      Other: 'message.roles.other',
      Subject: 'message.subject',
      Message: 'message.message',
      'Getting Started': 'help.start',
      Troubleshooting: 'help.trouble',
      'API Documentation': 'help.api',
      'Emergency support, 24/7': 'emergency.title',
    },
  },
]);

export const contactSources = defineSources('contact', contactText, [
  {
    section: '2, Doctor support',
    on: ['doctorSupport', 'doctorPatients'],
    sentences: {
      'Monday to Friday, 9:00 AM to 8:00 PM': 'phone.priority',
      'Business hours': 'hours.title',
    },
  },
  {
    section: '9, Support',
    on: ['support'],
    sentences: {
      'We answer within 24 hours.': 'email.answered',
      'Monday to Friday, 9:00 AM to 6:00 PM': 'phone.general',
      'Monday to Friday': 'hours.weekdays',
      '9:00 AM to 6:00 PM': 'hours.weekdaysTimes',
      Saturday: 'hours.saturday',
      '10:00 AM to 2:00 PM': 'hours.saturdayTimes',
      Sunday: 'hours.sunday',
      Closed: 'hours.closed',
      'Emergency support': 'hours.emergency',
      '24/7': 'hours.always',
    },
  },
]);

export const commonSources = defineSources('common', commonText, [
  { section: '2, Medical center login', on: ['centerLogin'], sentences: { 'Back to Home': 'shell.home' } },
  { section: '2, Doctor login', on: ['doctorLogin'], sentences: { 'Back to Home': 'shell.home' } },
  { section: '2, Doctor sign-up', on: ['doctorSignup'], sentences: { 'Back to Home': 'shell.home' } },
  { section: '2, Public support page', on: ['support'], sentences: { 'Back to Home': 'shell.home' } },
  { section: '2, Route table', on: ['notFound'], sentences: { '404 Page Not Found': 'error.notFound' } },
  {
    section: '2, Patients',
    on: ['centerPatients'],
    sentences: {
      'Clear Search': 'action.clearSearch',
      Preview: 'action.preview',
      Download: 'action.download',
      'No exams': 'examType.none',
    },
  },
  {
    section: '2, Medical center dashboard',
    on: ['centerDashboard'],
    sentences: { Completed: 'status.completed' },
  },
  {
    section: '2, History',
    on: ['centerHistory'],
    sentences: {
      'Clear filters': 'action.clearFilters',
      Completed: 'status.completed',
      Download: 'action.download',
    },
  },
  {
    section: '3, Exam types',
    on: ['centerUpload'],
    sentences: {
      MRI: 'examType.mri',
      CT: 'examType.ct',
      'X-ray': 'examType.xray',
      'Blood test': 'examType.blood',
      Ultrasound: 'examType.ultrasound',
      'PET-CT': 'examType.pet-ct',
      Other: 'examType.other',
    },
  },
  {
    section: '3, Patients',
    on: ['centerPatients'],
    sentences: { Male: 'gender.Male', Female: 'gender.Female', Other: 'gender.Other' },
  },
  {
    section: '2, Profile',
    on: ['doctorProfile'],
    sentences: { Active: 'status.active', Pending: 'status.pending', Verified: 'status.verified' },
  },
  { section: '2, Billing', on: ['doctorBilling'], sentences: { Active: 'status.active' } },
  { section: '2, Billing', on: ['doctorBilling'], sentences: { Paid: 'status.paid', Pending: 'status.pending' } },
  {
    section: '4, Subscription of a user',
    on: ['adminUsers'],
    sentences: {
      Active: 'status.active',
      Inactive: 'status.inactive',
      Expired: 'status.expired',
      'No Subscription': 'status.no-subscription',
    },
  },
  {
    section: '2, Doctors',
    on: ['adminDoctors'],
    sentences: {
      Unverified: 'status.unverified',
      Active: 'status.active',
      Pending: 'status.pending',
      Inactive: 'status.inactive',
      Unknown: 'status.unknown',
    },
  },
  {
    section: '2, System Logs',
    on: ['adminSystemLogs'],
    sentences: {
      Error: 'status.error',
      Warning: 'status.warning',
      Success: 'status.success',
      Info: 'status.info',
    },
  },
  {
    section: '2, Approve Doctors',
    on: ['adminApproveDoctors'],
    sentences: { 'Pending Approval': 'status.pending-approval', Unverified: 'status.unverified' },
  },
]);
