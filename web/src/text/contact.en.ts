/** How and when to reach the operator: figures of the specification, sections 2 and 9, in the server's time zone. */
export const contactEn = {
  email: {
    title: 'E-mail support',
    answered: 'We answer within 24 hours.',
  },
  phone: {
    title: 'Phone support',
    priorityTitle: 'Phone support for doctors',
    general: 'Monday to Friday, 9:00 AM to 6:00 PM',
    priority: 'Monday to Friday, 9:00 AM to 8:00 PM',
  },
  hours: {
    title: 'Business hours',
    weekdays: 'Monday to Friday',
    weekdaysTimes: '9:00 AM to 6:00 PM',
    saturday: 'Saturday',
    saturdayTimes: '10:00 AM to 2:00 PM',
    sunday: 'Sunday',
    closed: 'Closed',
    emergency: 'Emergency support',
    always: '24/7',
    zone: 'Times are in {zone}.',
  },
} as const;
