import { sql } from 'kysely';
import type { CenterScope, SystemScope } from '../authorization/scope.ts';
import type { StorageContext } from '../core/context.ts';

/**
 * Deletes the stored bytes of a rejected or aborted upload, unless an exam has them. If the session ended meanwhile,
 * `deleteOrphanObjects` deletes them.
 */
export async function removeUploadFile(
  context: StorageContext,
  scope: CenterScope | SystemScope,
  uploadId: string,
): Promise<void> {
  const { rows } = await context.db.read(scope, (tx) =>
    sql<{ id: string }>`SELECT id FROM file_of_ended_upload(${uploadId}::uuid) AS id WHERE id IS NOT NULL`.execute(tx),
  );
  for (const { id } of rows) await context.objects.remove(id);
}
