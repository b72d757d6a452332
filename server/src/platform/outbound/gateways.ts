/** A text message as a gateway takes it. `to` is E.164. */
export interface Sms {
  to: string;
  text: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** How messages leave the portal. A failure is thrown and tried again by the queue. */
export interface Gateways {
  sendSms(sms: Sms): Promise<void>;
  sendMail(mail: Mail): Promise<void>;
}
