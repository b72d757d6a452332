/**
 * Drafts of the notices about a data breach: to the supervisory authority (GDPR, Article 33) and to the persons (Article
 * 34). The server joins the parts to paragraphs. An administrator completes and sends them.
 */
export const messages = {
  missing: '[to be completed]',
  authority: {
    title: 'Notification of a personal data breach (GDPR, Article 33)',
    to: 'To the data protection authority',
    from: 'Controller or processor: {operator}',
    intro:
      'Under Article 33 of Regulation (EU) 2016/679, we notify you of the following personal data breach, which happened on a portal for medical imaging exams.',
    nature: '1. Nature of the breach',
    happened: 'When it happened: {from} to {until}.',
    happenedSince: 'When it happened: from {from}. When it ended is not known yet.',
    noticed: 'When we became aware of it: {noticedAt}. Noticed by: {noticedBy}.',
    zone: 'Times are in the time zone {zone}.',
    persons:
      'Persons affected: patients of medical centers, approximately {patients, number}. Medical centers: {centers, number}.',
    data: 'Data affected: identification data and health data (imaging exams and their documents). Approximate number of records: {events, number} accesses to data of these patients.',
    contact: '2. Data protection officer or other contact',
    consequences: '3. Likely consequences',
    measures: '4. Measures taken or proposed',
    toPersons: '5. Communication to the persons affected (Article 34)',
    highRisk: 'The breach is likely to result in a high risk to the persons affected.',
    noHighRisk: 'We assess that the breach is not likely to result in a high risk to the persons affected.',
    personsNotified: 'They were notified on {at}.',
    personsNotYet: 'They have not been notified yet.',
    personsNotNeeded: 'They are not notified, for this reason: {reason}',
    delay: '6. Reasons for notifying later than 72 hours',
    sign: 'Date: {date}\nName and signature:',
  },
  persons: {
    title: 'Your data was affected by a data breach (GDPR, Article 34)',
    greeting: 'Dear [name],',
    intro:
      'We inform you that your personal data was affected by a data breach on the portal through which your medical center shares imaging exams.',
    what: 'What happened',
    happened: 'It happened from {from} to {until}. We noticed it on {noticedAt}.',
    happenedSince: 'It happened from {from} on. We noticed it on {noticedAt}.',
    data: 'It concerns data that identifies you, and your imaging exams.',
    consequences: 'What this can mean for you',
    measures: 'What has been done, and what you can do',
    contact: 'Where you can ask',
    complaint: 'You also have the right to complain to the data protection authority.',
    sign: 'Kind regards,\n{operator}',
  },
} as const;
