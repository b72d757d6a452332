/** An SMS. `to` is E.164. */
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

/** The parameters of sending a message. */
export interface Dispatch {
  /** The same at every attempt: a gateway with idempotency keys accepts the message once. */
  id: string;
  /** Whole seconds, at least 1, for which the message is still useful. A gateway's queue drops it afterwards. */
  validSeconds: number;
  /** Cancels the attempt. A message in transit may still arrive. */
  signal: AbortSignal;
}

/** The result of a probe. */
export interface GatewayProbe {
  driver: 'file' | 'https' | 'twilio' | 'smtp';
  /** Host or folder that receives the messages. Never a user name, key or password. */
  where: string;
  /** True if messages are delivered; false if they are only written to files. */
  canDeliver: boolean;
}

/** A driver for one kind of message. Throws `GatewayError`, whose verdict tells whether to retry. */
export interface Driver<Message> {
  send(message: Message, dispatch: Dispatch): Promise<void>;
  /** Contacts the gateway as for sending, without a message and without costs. Stops when the signal aborts. */
  probe(signal: AbortSignal): Promise<GatewayProbe>;
  /** The gateway sends two messages with one id only once, so an attempt with an unknown result may be repeated. */
  readonly canDeduplicate: boolean;
}

/** Sends the portal's SMS and mail. */
export interface Gateways {
  sendSms(sms: Sms, dispatch: Dispatch): Promise<void>;
  sendMail(mail: Mail, dispatch: Dispatch): Promise<void>;
  /**
   * Checks for the health page that an SMS could be sent now. Contacts the gateway, with the credentials if it has a
   * call for that. Sends nothing and costs nothing. Throws as sending does; stops when the signal aborts.
   */
  probeSms(signal: AbortSignal): Promise<GatewayProbe>;
  /** The same for mail: connects and signs in, without a message. */
  probeMail(signal: AbortSignal): Promise<GatewayProbe>;
  readonly canDeduplicate: { readonly sms: boolean; readonly mail: boolean };
}
