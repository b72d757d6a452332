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

/** What a look at a gateway found. */
export interface GatewayReach {
  driver: 'file' | 'https' | 'twilio' | 'smtp';
  /** Where messages are handed over: a host, or a folder. Never a user name, key or password. */
  where: string;
  /** Messages leave this machine for their readers; false where they only land in files. */
  delivers: boolean;
}

/** How messages leave the portal. A failure is thrown and tried again by the queue. */
export interface Gateways {
  sendSms(sms: Sms): Promise<void>;
  sendMail(mail: Mail): Promise<void>;
  /**
   * Whether an SMS could be handed over now, for the health page: reaches the gateway and shows it the credentials where
   * it has a call for that, sends nothing, costs nothing. Fails as sending would; gives up when the signal aborts.
   */
  probeSms(signal: AbortSignal): Promise<GatewayReach>;
  /** The same for mail: as far as the server's greeting and the sign-in, no message. */
  probeMail(signal: AbortSignal): Promise<GatewayReach>;
}
