/** Alarms that an administrator should check (security 2.1, 2.4). */
export const alarmsEn = {
  title: 'For you to look at',
  codes_burnt: 'A doctor’s requests are paused',
  codes_burnt_text:
    'Three one-time codes were used up by wrong entries within a day. No new request of this doctor goes out until you let them go on. Ask the doctor what happened.',
  unknown_numbers: 'Five numbers in a row without a code',
  unknown_numbers_text: 'This doctor asked for numbers to which no code was sent. Somebody may be trying numbers out.',
  many_downloads: 'A hundred downloads within a day',
  many_downloads_text: 'This doctor may go on to 500. Ask whether this is expected.',
  sms_half: 'Half of the day’s SMS are sent',
  sms_half_text: 'Beyond SMS_PER_DAY no code and no link leaves until the next day.',
  sms_spent: 'The day’s SMS are all sent',
  sms_spent_text:
    'Codes and links wait, and codes lapse after ten minutes, while doctors are answered as always. Raise SMS_PER_DAY and restart, if this is right.',
  trail: 'Audit trail',
  resume: 'Let requests go on',
  markSeen: 'Mark as seen',
  resumed: 'The doctor may ask again',
  seen: 'Marked as seen',
  failed: 'Failed to fetch what you should look at',
} as const;
