import type pg from 'pg';

/**
 * Adds centers that paid eight quarters each: users, contracts, periods, and the money of each payment, which came in and
 * was allocated. Inserts directly into the tables, because only reading is measured.
 */
export async function fillBilling(superuser: pg.Pool, centers: number): Promise<void> {
  const client = await superuser.connect();
  try {
    await client.query("SET statement_timeout = '600s'");
    // without triggers, which check each entry of the books
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO users (id, email, password_hash, role, language)
       SELECT gen_random_uuid(), 'billed-' || n || '@example.gr', 'none', 'medical_center', 'el' FROM generate_series(1, $1::int) n`,
      [centers],
    );
    await client.query(
      `INSERT INTO medical_centers (id, user_id, center_id, name, plan, name_key, name_order)
       SELECT gen_random_uuid(), u.id, split_part(u.email, '@', 1), 'Κέντρο ' || u.email, 'basic', 'kentro|', 'kentro'
       FROM users u WHERE u.email LIKE 'billed-%'`,
    );
    await client.query(
      `INSERT INTO subscriptions (user_id, price_id, state, since, method)
       SELECT u.id, 'center.basic.1', 'active', current_date - 720, 'bank' FROM users u WHERE u.email LIKE 'billed-%'`,
    );
    // quarters that end on different days
    await client.query(
      `INSERT INTO subscription_periods (id, user_id, from_day, to_day, kind, price_id)
       SELECT gen_random_uuid(), u.id, d.first + q * 90, d.first + q * 90 + 89, 'paid', 'center.basic.1'
       FROM users u CROSS JOIN generate_series(0, 7) q
       CROSS JOIN LATERAL (SELECT current_date - 700 + (hashtext(u.email) % 60) AS first) d WHERE u.email LIKE 'billed-%'`,
    );
    await addMoney(client);
    await client.query('VACUUM ANALYZE');
    await client.query('RESET session_replication_role');
    await client.query('RESET statement_timeout');
  } finally {
    client.release();
  }
}

/** Two entries a period: the transfer, and its allocation. */
async function addMoney(client: pg.PoolClient): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    `CREATE TEMP TABLE filled ON COMMIT DROP AS
     SELECT p.user_id, p.from_day AS day, gen_random_uuid() AS received, gen_random_uuid() AS allocated FROM subscription_periods p`,
  );
  await client.query(
    `INSERT INTO ledger_entries (id, kind, day, user_id, source, source_id)
     SELECT received, 'received', day, user_id, 'payment', received FROM filled
     UNION ALL SELECT allocated, 'allocated', day, user_id, 'payment', received FROM filled`,
  );
  await client.query(
    `INSERT INTO ledger_postings (entry_id, position, account, user_id, cents)
     SELECT received, 1, 'bank', user_id, 54000 FROM filled UNION ALL SELECT received, 2, 'unallocated', user_id, -54000 FROM filled
     UNION ALL SELECT allocated, 1, 'unallocated', user_id, 54000 FROM filled UNION ALL SELECT allocated, 2, 'income', user_id, -54000 FROM filled`,
  );
  await client.query('COMMIT');
}
