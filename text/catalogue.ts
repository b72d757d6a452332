import type { Messages } from './messages.ts';

/** Every area of texts: the file of that path in each language's folder. English defines keys and arguments. */
export interface Catalogue {
  access: typeof import('./en/access.ts').messages;
  account: typeof import('./en/account.ts').messages;
  'account/recovery': typeof import('./en/account/recovery.ts').messages;
  'account/factors': typeof import('./en/account/factors.ts').messages;
  admin: typeof import('./en/admin.ts').messages;
  alarms: typeof import('./en/alarms.ts').messages;
  audit: typeof import('./en/audit.ts').messages;
  'audit/access-report': typeof import('./en/audit/access-report.ts').messages;
  auth: typeof import('./en/auth.ts').messages;
  'billing/account': typeof import('./en/billing/account.ts').messages;
  'billing/admin': typeof import('./en/billing/admin.ts').messages;
  'billing/fiscal': typeof import('./en/billing/fiscal.ts').messages;
  'billing/payments': typeof import('./en/billing/payments.ts').messages;
  'billing/prices': typeof import('./en/billing/prices.ts').messages;
  'data/body-parts': typeof import('./en/data/body-parts.ts').messages;
  'breach-notices': typeof import('./en/breach-notices.ts').messages;
  breaches: typeof import('./en/breaches.ts').messages;
  'breaches/record': typeof import('./en/breaches/record.ts').messages;
  center: typeof import('./en/center.ts').messages;
  'center/team': typeof import('./en/center/team.ts').messages;
  common: typeof import('./en/common.ts').messages;
  consent: typeof import('./en/consent.ts').messages;
  'data/dates': typeof import('./en/data/dates.ts').messages;
  doctor: typeof import('./en/doctor.ts').messages;
  exams: typeof import('./en/exams.ts').messages;
  faults: typeof import('./en/faults.ts').messages;
  frame: typeof import('./en/frame.ts').messages;
  'frame/palette': typeof import('./en/frame/palette.ts').messages;
  health: typeof import('./en/health.ts').messages;
  inbox: typeof import('./en/inbox.ts').messages;
  operations: typeof import('./en/operations.ts').messages;
  support: typeof import('./en/support.ts').messages;
  gallery: typeof import('./en/gallery.ts').messages;
  upload: typeof import('./en/upload.ts').messages;
  validation: typeof import('./en/validation.ts').messages;
  viewer: typeof import('./en/viewer.ts').messages;
  'viewer/objects': typeof import('./en/viewer/objects.ts').messages;
  'consent-text': typeof import('./en/consent-text.ts').messages;
  'pages/landing': typeof import('./en/pages/landing.ts').messages;
  'pages/legal': typeof import('./en/pages/legal.ts').messages;
  'server/invoice': typeof import('./en/server/invoice.ts').messages;
  'server/messages': typeof import('./en/server/messages.ts').messages;
  'server/recovery': typeof import('./en/server/recovery.ts').messages;
  'server/requests': typeof import('./en/server/requests.ts').messages;
  'server/team': typeof import('./en/server/team.ts').messages;
  'server/replies': typeof import('./en/server/replies.ts').messages;
  'system-log': typeof import('./en/system-log.ts').messages;
}

export type Area = keyof Catalogue;

type GroupOf<A extends Area> = {
  [Key in keyof Catalogue[A] & string]: Catalogue[A][Key] extends string ? never : Key;
}[keyof Catalogue[A] & string];

/** An area, or one of its groups: `upload`, `upload.dock`. */
export type Namespace = Area | { [A in Area]: `${A}.${GroupOf<A>}` }[Area];

/** The messages of a namespace. */
export type MessagesOf<N extends Namespace> = N extends Area
  ? Catalogue[N]
  : N extends `${infer A extends Area}.${infer G}`
    ? G extends keyof Catalogue[A]
      ? Catalogue[A][G]
      : never
    : never;

/** Splits a namespace into its area and, if it has one, its group. */
export function splitNamespace(namespace: Namespace): [area: Area, group: string | undefined];
export function splitNamespace(namespace: string): [area: string, group: string | undefined] {
  const [area = '', group] = namespace.split('.');
  return [area, group];
}

/** Returns the group's messages, or all if there is no group. */
export function messagesAt(messages: Messages, group: string | undefined): Messages {
  const found = group === undefined ? messages : messages[group];
  if (found === undefined || typeof found === 'string') throw new Error(`The texts have no group ${group}.`);
  return found;
}
