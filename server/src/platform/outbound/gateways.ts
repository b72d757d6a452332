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

/** What goes along with every message. */
export interface Dispatch {
  /** The same at every try: a gateway that knows the key takes the message once. */
  id: string;
  /** Whole seconds that the message is still worth receiving, at least 1: a gateway that queues drops it afterwards. */
  validSeconds: number;
  /** Gives the try up. What was under way by then may have arrived. */
  signal: AbortSignal;
}

/** What a look at a gateway found. */
export interface GatewayProbe {
  driver: 'file' | 'https' | 'twilio' | 'smtp';
  /** Where messages are handed over: a host, or a folder. Never a user name, key or password. */
  where: string;
  /** Messages leave this machine for their readers; false where they only land in files. */
  delivers: boolean;
}

/** One way for one kind of message. Fails with `GatewayError`, whose verdict says whether to try again. */
export interface Driver<Message> {
  send(message: Message, dispatch: Dispatch): Promise<void>;
  /** Reaches the gateway as sending would, sends nothing, costs nothing; gives up when the signal aborts. */
  probe(signal: AbortSignal): Promise<GatewayProbe>;
  /** The gateway takes two messages of one id as one, so that a try with an unknown end may be made again. */
  readonly deduplicates: boolean;
}

/** How messages leave the portal. */
export interface Gateways {
  sendSms(sms: Sms, dispatch: Dispatch): Promise<void>;
  sendMail(mail: Mail, dispatch: Dispatch): Promise<void>;
  /**
   * Whether an SMS could be handed over now, for the health page: reaches the gateway and shows it the credentials where
   * it has a call for that, sends nothing, costs nothing. Fails as sending would; gives up when the signal aborts.
   */
  probeSms(signal: AbortSignal): Promise<GatewayProbe>;
  /** The same for mail: as far as the server's greeting and the sign-in, no message. */
  probeMail(signal: AbortSignal): Promise<GatewayProbe>;
  readonly deduplicates: { readonly sms: boolean; readonly mail: boolean };
}
