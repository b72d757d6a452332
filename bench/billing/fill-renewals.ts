import type pg from 'pg';

/**
 * Adds doctors whose fifth paid quarter ends 21 days after a day, on which their renewals are asked for. Inserts directly into the
 * tables, because only the renewals are measured.
 */
export async function fillRenewals(superuser: pg.Pool, accounts: number, day: string): Promise<void> {
  await superuser.query(
    `INSERT INTO users (id, email, password_hash, role, language, subscription_status, subscription_start_date, subscription_end_date)
     SELECT gen_random_uuid(), 'renewing-' || n || '@example.gr', 'none', 'doctor', 'el', 'active', $2::date - 70, $2::date + 21
     FROM generate_series(1, $1::int) n`,
    [accounts, day],
  );
  await superuser.query(
    `INSERT INTO doctors (id, user_id, first_name, last_name, license_number, specialization, state, plan, first_approved_at, name_key)
     SELECT u.id, u.id, 'Ελένη', 'Σταυρίδου', u.email, 'Radiology', 'verified', 'monthly', now(), 'eleni|stavridou'
     FROM users u WHERE u.email LIKE 'renewing-%'`,
  );
  await superuser.query(
    `INSERT INTO billing_parties (user_id, kind, legal_name, country, language)
     SELECT u.id, 'person', 'Ελένη Σταυρίδου', 'GR', 'el' FROM users u WHERE u.email LIKE 'renewing-%'`,
  );
  await superuser.query(
    `INSERT INTO subscriptions (user_id, price_id, state, since, method, next_due_on)
     SELECT u.id, 'doctor.monthly.1', 'active', u.subscription_start_date, 'bank', $1::date FROM users u WHERE u.email LIKE 'renewing-%'`,
    [day],
  );
  await superuser.query(
    `INSERT INTO subscription_periods (id, user_id, from_day, to_day, kind, price_id)
     SELECT gen_random_uuid(), u.id, u.subscription_start_date, u.subscription_end_date, 'paid', 'doctor.monthly.1'
     FROM users u WHERE u.email LIKE 'renewing-%'`,
  );
  await superuser.query(
    `INSERT INTO dues (id, user_id, kind, price_id, from_day, to_day, net_cents, vat_cents, gross_cents, tax_case, due_on, state)
     SELECT gen_random_uuid(), p.user_id, 'renewal', p.price_id, p.from_day - 91 * n, p.to_day - 91 * n, 12094, 2903, 14997,
       'home_person', p.from_day - 91 * n, 'paid'
     FROM subscription_periods p CROSS JOIN generate_series(0, 3) n WHERE p.price_id = 'doctor.monthly.1'`,
  );
  await superuser.query(
    `INSERT INTO dunning_steps (due_id, step, since, sent_on)
     SELECT d.id, step, d.due_on, d.due_on FROM dues d CROSS JOIN unnest(ARRAY['request', 'soon']) step
     WHERE d.price_id = 'doctor.monthly.1'`,
  );
  // the plans of statements as after years, not those of an empty table
  await superuser.query('ANALYZE');
}
