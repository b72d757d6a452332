import type { TestApp } from '../harness/start-test-app.ts';

/** Deletes an account's latest invoice and what followed from it, as if an earlier backup had been restored. */
export async function forgetDocument({ superuser }: Pick<TestApp, 'superuser'>, invoiceId: string): Promise<void> {
  const connection = await superuser.connect();
  try {
    await connection.query('BEGIN');
    // no trigger runs: the books refuse this to everybody
    await connection.query('SET LOCAL session_replication_role = replica');
    for (const statement of [
      `UPDATE dues SET invoice_id = NULL, state = 'withdrawn' WHERE invoice_id = $1`,
      'DELETE FROM ledger_postings WHERE entry_id IN (SELECT id FROM ledger_entries WHERE source_id = $1)',
      'DELETE FROM ledger_entries WHERE source_id = $1',
      'DELETE FROM fiscal_documents WHERE invoice_id = $1',
      'DELETE FROM invoice_files WHERE invoice_id = $1',
      'DELETE FROM invoice_lines WHERE invoice_id = $1',
      `UPDATE invoice_series s SET next_number = i.number FROM invoices i
       WHERE i.id = $1 AND s.code = i.series AND s.year = i.year`,
      'DELETE FROM invoices WHERE id = $1',
    ])
      await connection.query(statement, [invoiceId]);
    await connection.query('COMMIT');
  } finally {
    connection.release();
  }
}
