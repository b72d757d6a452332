import { type Form, readValue } from './form.ts';
import type { Intent, Refund, Session, StripeRecords } from './records.ts';

export interface Answer {
  status: number;
  body: object;
}

/** Answers one request of Stripe's API from the records. */
export function respond(records: StripeRecords, method: 'GET' | 'POST', path: string, form: Form): Answer {
  const [, noun = '', id, verb] =
    /^\/v1\/((?:checkout\/|billing_portal\/)?\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
  if (method === 'GET') return id === undefined ? list(records, noun, form) : retrieve(records, noun, id, form);
  switch (`${noun}${verb === undefined ? '' : `/${verb}`}`) {
    case 'customers':
      return createCustomer(records, form);
    case 'checkout/sessions':
      return createSession(records, form);
    case 'checkout/sessions/expire':
      return expire(records, id ?? '');
    case 'payment_intents':
      return createIntent(records, form);
    case 'refunds':
      return createRefund(records, form);
    case 'billing_portal/sessions':
      return found({
        id: records.newId('bps'),
        object: 'billing_portal.session',
        url: `${records.elsewhere ?? records.origin}/portal`,
      });
    default:
      return missing;
  }
}

const found = (body: object): Answer => ({ status: 200, body });
const missing: Answer = {
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' } },
};

const refundedAlready: Answer = {
  status: 400,
  body: { error: { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Refunded already' } },
};

const metadataOf = (form: Form) => ({ attempt: readValue(form, 'metadata', 'attempt') });

function createCustomer(records: StripeRecords, form: Form): Answer {
  const metadata = { user: readValue(form, 'metadata', 'user') };
  const customer = { id: records.newId('cus'), object: 'customer' as const, email: readValue(form, 'email'), metadata };
  records.customers.set(customer.id, customer);
  return found(customer);
}

function createSession(records: StripeRecords, form: Form): Answer {
  const id = records.newId('cs_test');
  const mode = readValue(form, 'mode') === 'setup' ? 'setup' : 'payment';
  const price = Number(readValue(form, 'line_items', '0', 'price_data', 'unit_amount'));
  const isPayment = mode === 'payment';
  const session: Session = {
    ...({ id, object: 'checkout.session', mode, status: 'open', livemode: false } as const),
    url: `${records.elsewhere ?? records.origin}/pay/${id}`,
    ...{ customer: readValue(form, 'customer'), amount_total: isPayment ? price : null },
    ...{ currency: isPayment ? 'eur' : null, payment_intent: null, setup_intent: null },
    ...{ expires_at: Number(readValue(form, 'expires_at')), success_url: readValue(form, 'success_url') },
    metadata: metadataOf(form),
  };
  records.sessions.set(id, session);
  return found(session);
}

function expire(records: StripeRecords, id: string): Answer {
  const session = records.sessions.get(id);
  if (session === undefined) return missing;
  if (session.status !== 'open') return { status: 400, body: { error: { type: 'invalid_request_error' } } };
  return found(Object.assign(session, { status: 'expired', url: null }));
}

function createIntent(records: StripeRecords, form: Form): Answer {
  const intent = records.charge({
    ...{
      customer: readValue(form, 'customer'),
      cents: Number(readValue(form, 'amount')),
      currency: readValue(form, 'currency'),
    },
    ...{ method: readValue(form, 'payment_method'), metadata: metadataOf(form) },
  });
  const { last_payment_error: error } = intent;
  if (error === null) return found(intentWith(records, intent, true));
  // off session: the refusal is an error that carries the charge
  return { status: 402, body: { error: { ...error, message: 'Declined', payment_intent: { ...intent } } } };
}

function createRefund(records: StripeRecords, form: Form): Answer {
  const payment = records.intents.get(readValue(form, 'payment_intent'));
  if (payment === undefined) return missing;
  const earlier = [...records.refunds.values()].filter(
    ({ payment_intent: of, status }) => of === payment.id && status !== 'failed',
  );
  if (earlier.reduce((sum, { amount }) => sum + amount, 0) >= payment.amount) return refundedAlready;
  const isRefused = records.bank !== 'accepts';
  const refund: Refund = {
    ...{
      id: records.newId('re'),
      object: 'refund' as const,
      amount: Number(readValue(form, 'amount')),
      currency: payment.currency,
    },
    ...{ payment_intent: payment.id, status: isRefused ? ('failed' as const) : ('succeeded' as const) },
    metadata: metadataOf(form),
    ...(isRefused ? { failure_reason: 'expired_or_canceled_card' } : {}),
  };
  records.refunds.set(refund.id, refund);
  return found(refund);
}

function list(records: StripeRecords, noun: string, form: Form): Answer {
  const customer = readValue(form, 'customer');
  const payment = readValue(form, 'payment_intent') || readValue(form, 'charge');
  const of = <T extends { customer: string }>(items: Map<string, T>) =>
    [...items.values()].filter((item) => customer === '' || item.customer === customer);
  const lists: Record<string, () => object[]> = {
    'checkout/sessions': () => of(records.sessions),
    payment_intents: () => of(records.intents),
    refunds: () => [...records.refunds.values()].filter((refund) => refund.payment_intent === payment),
  };
  const data = lists[noun]?.();
  return data === undefined ? missing : found({ object: 'list', data, has_more: false, url: `/v1/${noun}` });
}

function retrieve(records: StripeRecords, noun: string, id: string, form: Form): Answer {
  const isExpanded = 'expand' in form;
  const session = records.sessions.get(id);
  const intent = records.intents.get(id);
  if (noun === 'checkout/sessions' && session) return found(isExpanded ? sessionWith(records, session) : session);
  if (noun === 'payment_intents' && intent) return found(intentWith(records, intent, isExpanded));
  const dispute = records.disputes.get(id);
  if (noun === 'disputes' && dispute && isExpanded)
    return found({ ...dispute, payment_intent: records.intents.get(dispute.payment_intent) ?? null });
  const object = { refunds: records.refunds, disputes: records.disputes, payment_methods: records.methods }[noun]?.get(
    id,
  );
  return object === undefined ? missing : found(object);
}

function sessionWith(records: StripeRecords, session: Session): object {
  const intent = records.intents.get(session.payment_intent ?? '');
  const setup = records.setups.get(session.setup_intent ?? '');
  const method = records.methods.get(setup?.payment_method ?? '');
  return {
    ...session,
    payment_intent: intent ? intentWith(records, intent, true) : null,
    setup_intent: setup ? { ...setup, payment_method: method } : null,
  };
}

function intentWith(records: StripeRecords, intent: Intent, isExpanded: boolean): object {
  const method = records.methods.get(intent.payment_method ?? '');
  return { ...intent, payment_method: isExpanded && method ? method : intent.payment_method };
}
