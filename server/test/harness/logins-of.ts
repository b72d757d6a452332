import type { DatabaseLogins } from '../../src/platform/db/logins.ts';
import { loginsTo } from './cluster.ts';
import type { TestApp } from './test-app.ts';

/** Returns the three logins to a test app's database, for commands that run beside it. */
export function loginsOf({ superuser }: Pick<TestApp, 'superuser'>): DatabaseLogins {
  const { host, port, user, password, database } = superuser.options;
  return loginsTo({ host, port, user, password: String(password), database });
}
