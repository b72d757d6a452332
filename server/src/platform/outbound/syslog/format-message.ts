/** A message as of RFC 5424. */
export interface SyslogMessage {
  severity: keyof typeof severities;
  at: Date;
  /** The portal's host name. */
  host: string;
  /** MSGID, the type of the message: at most 32 printable ASCII characters without blanks. */
  type: string;
  /** The parameters of its one element of structured data. Names: at most 32 letters, digits, `.`, `_` and `-`. */
  data: Readonly<Record<string, string>>;
  /** Receivers accept at least 2,048 bytes of the whole message, and should accept 8,192 (RFC 5425 4.3.1). */
  text: string;
}

const severities = { alert: 1, error: 3, warning: 4, notice: 5, info: 6 } as const; // RFC 5424 6.2.1
const auditFacility = 13; // "log audit"
const appName = 'medcloud';
/** 32473 is the enterprise number for examples (RFC 5612), because the project has none of its own. */
const dataElement = 'medcloud@32473';
const byteOrderMark = '\ufeff'; // marks the text as UTF-8 (RFC 5424 6.4)

/** Formats a message with its length in bytes in front (octet counting, RFC 5425 4.3). */
export function formatSyslogFrame(message: SyslogMessage): Buffer {
  const bytes = Buffer.from(formatMessage(message));
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}

function formatMessage({ severity, at, host, type, data, text }: SyslogMessage): string {
  const priority = auditFacility * 8 + severities[severity];
  const header = `<${priority}>1 ${at.toISOString()} ${headerField(host, 255)} ${appName} - ${headerField(type, 32)}`;
  return `${header} ${formatData(data)} ${byteOrderMark}${text}`;
}

/** A header field is printable ASCII without blanks; `-` if nothing is left. */
function headerField(text: string, maxLength: number): string {
  return text.replace(/[^\x21-\x7e]/g, '').slice(0, maxLength) || '-';
}

function formatData(data: SyslogMessage['data']): string {
  const parameters = Object.entries(data).map(([name, value]) => ` ${parameterName(name)}="${escapeValue(value)}"`);
  return parameters.length === 0 ? '-' : `[${dataElement}${parameters.join('')}]`;
}

function parameterName(name: string): string {
  if (!/^[\w.-]{1,32}$/.test(name)) throw new Error(`${name} cannot name a parameter of structured data.`);
  return name;
}

// RFC 5424 6.3.3. A lone surrogate has no UTF-8.
function escapeValue(value: string): string {
  return value.toWellFormed().replace(/["\\\]]/g, '\\$&');
}
