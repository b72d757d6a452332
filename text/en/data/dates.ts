/** The date field and its calendar. */
export const messages = {
  hint: 'dd/mm/yyyy',
  time: 'Time',
  timeHint: 'hh:mm',
  age: '{day}, {years, plural, =0 {under 1 year} one {# year} other {# years}}',
  problem: {
    noDay: 'There is no day {day}. Write day, month, year.',
    noMonth: 'There is no month {month}. Write day, month, year.',
    shortMonth: '{month} has only {days} days.',
    yearMissing: 'Add the year: day, month, year.',
    yearDigits: 'Write all digits of the year, such as 2026.',
    unclear: 'Write day, month, year, such as 3/11/2026.',
    dayMissing: 'Enter the date too.',
    timeMissing: 'Enter the time too.',
    noTime: 'Write the time as 14:30.',
  },
  calendar: {
    open: 'Open calendar',
    title: 'Choose a date',
    month: 'Month',
    year: 'Year',
    previous: 'Previous month',
    next: 'Next month',
  },
} as const;
