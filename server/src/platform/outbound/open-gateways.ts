import type { Config, MailSettings, SmsSettings } from '../config/config.ts';
import type { Clock } from '../time/clock.ts';
import { fileMail, fileSms } from './file-driver.ts';
import type { Driver, Gateways, Mail, Sms } from './gateways.ts';
import { smtpMail } from './smtp-driver.ts';
import { twilioSms } from './twilio-driver.ts';
import { webSms } from './web-driver.ts';

/** Opens the gateways of SMS_URL and MAIL_URL. Connects only when a message is sent. */
export function openGateways(settings: Pick<Config, 'sms' | 'mail'>, clock: Clock): Gateways {
  const sms = smsDriver(settings.sms, clock);
  const mail = mailDriver(settings.mail, clock);
  return {
    sendSms: sms.send,
    sendMail: mail.send,
    probeSms: sms.probe,
    probeMail: mail.probe,
    canDeduplicate: { sms: sms.canDeduplicate, mail: mail.canDeduplicate },
  };
}

function smsDriver(settings: SmsSettings, clock: Clock): Driver<Sms> {
  switch (settings.driver) {
    case 'file':
      return fileSms(settings.folder, clock);
    case 'twilio':
      return twilioSms(settings);
    case 'https':
      return webSms(settings);
  }
}

function mailDriver(settings: MailSettings, clock: Clock): Driver<Mail> {
  return settings.driver === 'file' ? fileMail(settings.folder, clock) : smtpMail(settings, clock);
}
