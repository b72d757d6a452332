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
      beginSubject: 'Your MedCloud account is verified. Pay to begin',
      details: 'We need your billing details, with your country, before your first invoice. Please add them:\n{url}',
      begin: 'Pay {amount} to begin. You get access as soon as the payment arrives:\n{url}',
      until: 'Your subscription is active until {date}.',
      trial: 'Your free trial runs until {date}.',
      afterTrial:
        'Before it ends, we email you how to pay {amount} to continue. If you do not pay, your access ends and you owe nothing.',
      invoice: 'Invoice {number}: {amount}, to be paid by {date}.',
      transfer:
        'Pay by bank transfer.\nIBAN: {iban}\nAccount holder: {holder}\nAmount: {amount}\nPayment reference: {rf}',
      billing: 'The invoice and these details are on your billing page:\n{url}',
      signIn: 'Sign in to request access to your patients’ exams:\n{url}',
    },
    needsPerson: {
      subject: 'Your bank asks you to confirm a payment',
      text: 'We tried to charge your card with {amount}. Your bank wants you to confirm the payment. Nothing was charged.',
      pay: 'Sign in and pay:\n{url}',
    },
    invoiced: {
      subject: 'MedCloud invoice {number}',
      text: 'We received your payment and issued invoice {number} of {amount}.',
      billing: 'Download it on your billing page:\n{url}',
      mark: 'MARK of the tax authority (myDATA): {mark}',
      markFollows:
        'The tax authority has not given the MARK yet. It is added to the PDF on your billing page when it comes.',
      vatUnchecked:
        'We could not check your VAT number: VIES, the EU’s register, did not answer for 24 hours. The invoice therefore has VAT. Once VIES confirms your number, ask us to replace it.',
    },
    received: {
      subject: 'MedCloud: your transfer of {amount} arrived',
      text: 'We received your transfer of {amount} on {date}.',
      paid: 'It paid {amount} of invoice {number}, which is now paid in full.',
      part: 'It paid {amount} of invoice {number}. {open} of it is still to be paid.',
      issued: 'It paid invoice {number} of {amount}, which you get in an email of its own.',
      missing:
        'The payment request with the reference {rf} is for {amount} and can only be paid in full. {missing} is missing.',
      waits:
        'It is enough for the payment request with the reference {rf} of {amount}. Its invoice follows. If billing details are missing, add them on your billing page.',
      credit: 'Your account has a credit of {amount}. It is used for what you pay next.',
    },
    credited: {
      subject: 'MedCloud credit note {number}',
      text: 'We issued credit note {number} of {amount} for invoice {credits}.',
    },
    price: {
      subject: 'New price of your MedCloud subscription from {date}',
      text: '{plan}: from {date} on, you pay {amount} instead of {before} {months, plural, =1 {a month} =12 {a year} other {for # months}}, VAT included.',
      until: 'The price does not change before that day.',
      choice: 'If you do not want to continue at the new price, you can cancel your subscription on your billing page.',
    },
    upgrade: {
      request: {
        subject: 'MedCloud: pay {amount} for the {plan, select, premium {Premium} other {Basic}} plan',
        text: 'You chose the {plan, select, premium {Premium} other {Basic}} plan. For the days until {until} it costs {amount}. Please pay by {date}. Without the payment your plan stays as it is, and you owe nothing.',
      },
      raised: 'Until {date} you have the storage of the {plan, select, premium {Premium} other {Basic}} plan already.',
      waits: 'Plan and storage change as soon as we record the payment.',
      over: {
        subject: 'MedCloud: you store more than your plan has',
        text: 'Today your lower plan began, and you store more than it has. So until {date} you keep the storage of the {plan, select, premium {Premium} other {Basic}} plan. To keep it until {until}, pay {amount} by {date}. Otherwise nothing is deleted and you owe nothing, but you cannot upload until you store less.',
      },
      soon: {
        subject: 'MedCloud: {amount} to pay by {date} for the {plan, select, premium {Premium} other {Basic}} plan',
        text: 'We have not received your payment of {amount} for the {plan, select, premium {Premium} other {Basic}} plan yet. Please pay it by {date}. Without it your plan stays as it is, and you owe nothing.',
      },
      ended: {
        subject: 'MedCloud: your plan stays as it is',
        text: 'We received no payment of {amount} for the {plan, select, premium {Premium} other {Basic}} plan, so your plan stays as it is. You owe nothing. If you store more than it has, nothing is deleted, but you cannot upload until you store less.',
      },
      unchanged: {
        subject: 'MedCloud: you keep the {plan, select, premium {Premium} other {Basic}} plan',
        text: 'You chose the {wanted, select, premium {Premium} other {Basic}} plan, but you store more than it has. So you keep the {plan, select, premium {Premium} other {Basic}} plan, and the next payment is at its price. Once you store less, you can choose again.',
      },
    },
    cancelled: {
      subject: 'Your MedCloud subscription is cancelled',
      runs: 'Your subscription ends on {date} and is not renewed. You can resume it until that day.',
      over: 'Your paid period is over, so your subscription has ended. You can start again at any time.',
      owed: 'Still to pay: {amount}.',
      free: 'Nothing more is charged.',
    },
    dunning: {
      request: {
        subject: 'Continue your MedCloud subscription',
        text: 'Your subscription runs until {date}. To continue it, pay {amount} by {date}.',
      },
      soon: {
        subject: 'MedCloud: {amount} to pay by {date}',
        text: 'We have not received your payment of {amount} yet. Please pay it by {date}.',
      },
      due: {
        subject: 'MedCloud: {amount} to pay today',
        text: 'Today, {date}, is the last day to pay {amount}. We have not received your payment yet.',
      },
      late: {
        subject: 'MedCloud: your payment is late',
        text: 'We have not received your payment of {amount}, which was due by {date}.',
      },
      last: {
        subject: 'MedCloud: last reminder to pay {amount}',
        text: 'This is our last reminder: your payment of {amount} was due by {date}.',
      },
      suspended: {
        subject: 'Your MedCloud subscription is suspended',
        text: 'Your payment of {amount} was due by {date} and has not arrived. Your subscription is suspended.',
        access: 'You have no access to patient records until the payment arrives. Then it opens again at once.',
      },
      ended: {
        subject: 'Your MedCloud subscription has ended',
        text: 'Your subscription has ended, because we received no payment.',
        owed: 'Still to pay: {amount}.',
        again: 'You owe nothing. To start again, transfer {amount} with the payment reference below.',
      },
      card_soon: {
        subject: 'MedCloud: your card will be charged {amount} on {date}',
        text: 'Your subscription runs until {date}. On that day we charge your saved card {amount} for the next period.',
      },
      card_failed: {
        subject: 'MedCloud: your card could not be charged',
        text: 'Your bank refused the payment of {amount} by card. Nothing was charged.',
        again: 'We charge the card again on {next}.',
        pay: 'You can also pay on your billing page, with this card or another one.',
      },
      start: {
        subject: 'MedCloud: pay {amount} to continue',
        text: 'To use MedCloud again, pay {amount} by {date}. Your access opens as soon as we record the payment.',
      },
      details: {
        subject: 'MedCloud: add your billing details',
        text: 'We need your billing details, with your country, before we can ask for a payment or issue an invoice. Please add them on your billing page.',
        access: 'Without them your access to patient records ends on {until}.',
        ended: 'Your subscription has ended, because your billing details are missing. You owe nothing.',
      },
      trial: {
        request: {
          subject: 'Continue MedCloud after your trial',
          text: 'Your free trial runs until {date}. To continue, pay {amount} by then. If you do not pay, your access ends and you owe nothing.',
        },
        ending: {
          subject: 'MedCloud: your trial ends on {date}',
          text: 'Your free trial ends on {date}. To keep your access to patient records, pay {amount} by then.',
        },
        ended: {
          subject: 'Your MedCloud trial has ended',
          text: 'Your free trial has ended.',
        },
      },
      access: 'If it is not paid, your access to patient records ends on {until}.',
      billing: 'Your billing page:\n{url}',
      credit: 'Days without access from {date} on',
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
    securityChanged: {
      subject: 'The security of your MedCloud account changed',
      newBrowser: 'New sign-in to your MedCloud account',
      text: '{change, select, added {An authenticator app was added to your MedCloud account. From now on a sign-in with your password asks for its code.} removed {The authenticator app was removed from your MedCloud account.} passkey_added {A passkey was added to your MedCloud account. It signs in without a password.} passkey_removed {A passkey was removed from your MedCloud account. It no longer signs in.} token_made {An API token was created in your MedCloud account. With it, another program reads your exams without your password.} new_browser {Somebody signed in to your MedCloud account with a browser that was not used for it before{browser, select, unknown {} other {: {browser}}}, from the network {network}.} codes_made {New recovery codes were created for your MedCloud account. Earlier ones no longer work.} other {Somebody signed in to your MedCloud account with a recovery code.}}',
      alone: 'The password alone is enough to sign in again.',
      link: 'If this was not you, reset your password now:\n{url}',
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
    notification: {
      subject: {
        access_granted: 'MedCloud: a patient gave you access',
        access_changed: 'MedCloud: a patient changed your access',
        access_revoked: 'MedCloud: an access of yours ended',
        exam_arrived: 'MedCloud: a new exam arrived',
        digest: 'MedCloud: what is new',
      },
      text: {
        access_granted:
          '{count, plural, one {A patient gave you access to their exams.} other {# patients gave you access to their exams.}}',
        access_changed:
          '{count, plural, one {A patient changed your access to their exams.} other {# patients changed your access to their exams.}}',
        access_revoked:
          '{count, plural, one {Your access to the exams of a patient was ended.} other {Your access to the exams of # patients was ended.}}',
        exam_arrived:
          '{count, plural, one {A new exam that you may see arrived.} other {# new exams that you may see arrived.}}',
      },
      choose: 'Choose which of these emails you get, and when:\n{url}',
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
  // The lines of invoices and credit notes.
  document: {
    plan: {
      yearly: 'MedCloud subscription, yearly plan',
      monthly: 'MedCloud subscription, monthly plan (charged quarterly)',
      basic: 'MedCloud subscription for a medical center, Basic plan',
      premium: 'MedCloud subscription for a medical center, Premium plan',
      enterprise: 'MedCloud subscription for a medical center, Enterprise plan',
    },
    upgrade:
      'MedCloud subscription for a medical center, change to the {plan, select, basic {Basic} premium {Premium} other {Enterprise}} plan',
    months: 'MedCloud subscription, {months, plural, one {# month} other {# months}}',
    credit: 'Credit of document {number}',
  },
  sms: {
    code: 'MedCloud: Dr. {name} asks to see your exams. Code {code} (10 min). Block: {url}',
    codeShort: 'MedCloud: Dr. {name} asks for your exams. Code {code}. Block: {url}',
    grantCode:
      'MedCloud: code {code} to let Dr. {name} see your exams. Only for the page you opened. Do not tell it to anyone.',
    changeCode:
      'MedCloud: code {code} to give Dr. {name} more access to your exams. Only for the page you opened. Do not tell it to anyone.',
    ownCode: 'MedCloud: code {code} to view your exams. Only for the page you opened. Do not tell it to anyone.',
    overviewCode:
      'MedCloud: code {code} to see and change who can view your exams. Only for the page you opened. Do not tell it to anyone.',
    consent: 'MedCloud: Dr. {name} asks to see your exams: {url}',
    resentLink: 'MedCloud: Dr. {name} can see your exams: {url}',
    accessNotice:
      'MedCloud: {others, plural, =0 {Dr. {name}} one {Dr. {name} and # other doctor} other {Dr. {name} and # other doctors}} viewed your exams yesterday. Details: the link in our consent SMS.',
  },
} as const;
