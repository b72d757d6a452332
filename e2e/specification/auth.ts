import { defineSources } from './source.ts';

/** Sign-in and sign-up (specification, sections 2, 5 and 8). */
export const authSources = defineSources('auth', [
  {
    section: '2, Medical center login',
    on: ['centerLogin'],
    sentences: {
      'Medical Center Login': 'login.centerTitle',
      'Access your medical center portal to manage patient records and imaging': 'login.centerLead',
      'Sign In': 'login.signIn',
      'Signing in...': 'login.signingIn',
      'Login Failed': 'login.failed',
    },
  },
  {
    section: '2, Medical center login',
    on: ['centerLogin', 'centerDashboard', 'centerPatients'],
    sentences: {
      'Login Successful': 'login.success',
      'Welcome to your medical center portal.': 'login.centerWelcome',
    },
  },
  {
    section: '2, Doctor login',
    on: ['doctorLogin'],
    sentences: {
      'Sign In': 'login.signIn',
      'Login Failed': 'login.failed',
    },
  },
  {
    section: '2, Doctor login',
    on: ['doctorLogin', 'doctorDashboard'],
    sentences: {
      'Login Successful': 'login.success',
      'Welcome to your doctor portal.': 'login.doctorWelcome',
    },
  },
  {
    section: '2, Administrator login',
    on: ['adminLogin'],
    sentences: {
      'Access Admin Panel': 'login.access',
      'Authenticating...': 'login.authenticating',
      'Back to Main Portal': 'login.backToPortal',
      'Login Failed': 'login.failed',
      'Invalid administrator credentials': 'login.invalidAdmin',
    },
  },
  {
    section: '2, Administrator login',
    on: ['adminLogin', 'adminDashboard', 'adminUsers'],
    sentences: { 'Login Successful': 'login.success' },
  },
  {
    section: '2, Doctor sign-up',
    on: ['doctorSignup'],
    sentences: {
      'First name': 'signup.firstName',
      'Last name': 'signup.lastName',
      'Confirm password': 'signup.confirmPassword',
      'Cardholder name': 'signup.cardholder',
      'Card number': 'signup.cardNumber',
      Expiry: 'signup.expiry',
      'MM/YY': 'signup.expiryHint',
      CVV: 'signup.cvv',
      'Billing address': 'signup.address',
      City: 'signup.city',
      'Postal code': 'signup.postalCode',
      Country: 'signup.country',
      Yearly: 'signup.yearly',
      Monthly: 'signup.monthly',
      'Best Value': 'signup.bestValue',
      'Quarterly billing': 'signup.quarterly',
    },
  },
  {
    section: '5, Doctor sign-up',
    on: ['doctorSignup'],
    sentences: {
      'Payment Information Required': 'signup.paymentTitle',
    },
  },
  {
    section: '8, Doctor sign-up',
    on: ['doctorSignup'],
    sentences: {
      'Registration Failed': 'signup.failed',
      'Please check your information and try again.': 'signup.failedText',
    },
  },
  {
    section: '8, Doctor sign-up',
    on: ['doctorSignup', 'doctorLogin'],
    sentences: {
      'Registration Successful': 'signup.success',
      'Your account has been created with the {plan, select, yearly {yearly} other {monthly}} plan. You will be charged after verification.':
        'signup.successText',
    },
  },
]);
