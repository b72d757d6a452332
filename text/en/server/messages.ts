/** Mails and SMS of the portal. */
export const messages = {
  // The server joins the parts of a mail to paragraphs.
  mail: {
    greeting: 'Hello,',
    greetingDoctor: 'Hello Dr. {name},',
    greetingName: 'Hello {name},',
    signIn: 'Sign in:\n{url}',
    reason: 'Reason: {reason}',
    questions: 'Questions? Contact us: {contact}',
    contact: 'Contact: {contact}',
    approved: {
      subject: 'Your MedCloud account is verified',
      text: 'We verified your medical credentials.',
      until: 'Your subscription is active until {date}.',
      signIn: 'Sign in to request access to your patients’ exams:\n{url}',
    },
    rejected: {
      subject: 'Your MedCloud application was not approved',
      text: 'We could not verify your medical credentials, so we did not approve your application.',
      again: 'You can apply again at any time.',
    },
    suspended: {
      subject: 'Your MedCloud account is suspended',
      text: 'Your MedCloud account is suspended. You cannot sign in, your API tokens are revoked, and requests that patients have not answered are canceled.',
      access: 'Access that patients gave you is kept, but you cannot use it during the suspension.',
    },
    reinstated: {
      subject: 'Your MedCloud account is no longer suspended',
      text: 'Your MedCloud account is no longer suspended. Access that patients gave you works again, unless it has expired.',
    },
    disabled: {
      subject: 'Your MedCloud account is disabled',
      text: 'Your MedCloud account is disabled. You cannot sign in, and your API tokens are revoked. Your data is not deleted.',
    },
    enabled: {
      subject: 'Your MedCloud account is enabled again',
      text: 'Your MedCloud account is enabled again. If you used API tokens, create new ones.',
    },
    passwordReset: {
      subject: 'Reset your MedCloud password',
      text: 'We received a request to reset the password of your MedCloud account.',
      center: 'Center ID: {centerId}',
      link: 'Choose a new password within {minutes, plural, one {# minute} other {# minutes}}:\n{url}',
      ignore: 'If you did not request this, ignore this email. Your password stays the same.',
    },
    passwordChanged: {
      subject: 'Your MedCloud password was changed',
      text: 'The password of your MedCloud account was changed. All other sessions were ended.',
      link: 'If you did not change it, reset your password now:\n{url}',
      contact: 'Then contact us: {contact}',
    },
    confirmEmail: {
      subject: 'Confirm your email address for MedCloud',
      link: 'Confirm your email address within 24 hours to complete your sign-up:\n{url}',
      next: 'We then check your license and email you the result.',
      ignore: 'If you did not sign up, ignore this email. No account is created.',
    },
    emailKnown: {
      subject: 'You already have a MedCloud account',
      text: 'Someone signed up for MedCloud with this email address, which already has an account. Nothing was changed.',
      signIn: 'If this was you, sign in:\n{url}',
      forgot: 'If you forgot your password, reset it:\n{url}',
    },
    emailChanged: {
      subject: 'The email address of your MedCloud account was changed',
      text: 'The email address of your MedCloud account was changed from {from} to {to}. From now on, sign in with {to}.',
      unexpected: 'If you did not change it, change your password and contact us immediately.',
    },
    centerEmailChanged: {
      subject: 'The email address of your MedCloud account was changed',
      text: 'The administrator changed the email address of your MedCloud account from {from} to {to}. You still sign in with your center ID.',
      unexpected: 'If you did not ask for this, contact us immediately.',
    },
    supportReceived: {
      subject: 'MedCloud support message {reference}',
      urgentSubject: 'URGENT: MedCloud support message {reference}',
      from: 'From: {sender}',
      role: 'Role: {role}',
      topic: 'Topic: {topic}',
      subjectField: 'Subject: {subject}',
      link: '--\nReply in the portal’s inbox, so that your reply is kept with the message:\n{url}',
    },
    auditAnchor: {
      subject: 'MedCloud audit log: signature {at}',
      text: 'The audit log of {portal} contains {record} entries, signed at {at}. Keep this email: it proves later that none of them was removed or changed.',
      check: 'To compare the audit log with this email, run on the server:\n{command}',
    },
    supportAnswered: {
      subject: 'Our reply to your message {reference}',
      signature: 'MedCloud support',
      footer:
        '--\n{signature}\nThis is our reply to your message {reference}. If you need more help, write to us again and include this reference:\n{url}',
    },
  },

  // To patients: plain ASCII, which keeps a message in the 7-bit alphabet if the name does. A link is the last word.
  // The code is the only group of six digits.
  sms: {
    code: 'MedCloud: Dr. {name} asks to see your exams. Code {code} (10 min). Block: {url}',
    codeShort: 'MedCloud: Dr. {name} asks for your exams. Code {code}. Block: {url}',
    grantCode:
      'MedCloud: code {code} to let Dr. {name} see your exams. Only for the page you opened. Do not tell it to anyone.',
    changeCode:
      'MedCloud: code {code} to give Dr. {name} more access to your exams. Only for the page you opened. Do not tell it to anyone.',
    overviewCode:
      'MedCloud: code {code} to see and change who can view your exams. Only for the page you opened. Do not tell it to anyone.',
    consent: 'MedCloud: Dr. {name} asks to see your exams: {url}',
    resentLink: 'MedCloud: Dr. {name} can see your exams: {url}',
    accessNotice:
      'MedCloud: {others, plural, =0 {Dr. {name}} one {Dr. {name} and # other doctor} other {Dr. {name} and # other doctors}} viewed your exams yesterday. Details: the link in our consent SMS.',
  },
} as const;
