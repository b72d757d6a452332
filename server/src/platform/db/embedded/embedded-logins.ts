import { join } from 'node:path';
import type { Random } from '../../ids/random.ts';
import { canLogIn, createLogins, type DatabaseLogins, isClosed, type LoginPasswords, loginNames } from '../logins.ts';
import { createPassword, readPassword } from './cluster/password.ts';
import { EmbeddedError } from './embedded-error.ts';
import type { Connection } from './process/server-facts.ts';

/**
 * Returns the portal's three logins to the embedded database. Their passwords are random, in files beside the
 * superuser's (0600). The superuser's connection is used only if a login is missing, may do too much or has settings of
 * its own: at the first start, at the first start after an older version, and after an attack.
 */
export async function openEmbeddedLogins(
  dataFolder: string,
  superuser: Connection,
  random: Random,
): Promise<DatabaseLogins> {
  const passwords: LoginPasswords = {
    owner: await openPassword(join(dataFolder, 'password-owner'), random),
    app: await openPassword(join(dataFolder, 'password-app'), random),
    backup: await openPassword(join(dataFolder, 'password-backup'), random),
  };
  const connectAs = (login: keyof typeof loginNames) => ({
    ...superuser,
    user: loginNames[login],
    password: passwords[login],
  });
  const logins = { owner: connectAs('owner'), app: connectAs('app'), backup: connectAs('backup') };
  const areReady = (await canLogIn(logins.owner)) && (await isClosed(logins.owner)) && (await canAllLogIn(logins));
  if (!areReady) await createLogins(superuser, passwords);
  return logins;
}

async function canAllLogIn({ app, backup }: DatabaseLogins): Promise<boolean> {
  return !(await Promise.all([app, backup].map(canLogIn))).includes(false);
}

async function openPassword(path: string, random: Random): Promise<string> {
  try {
    return await readPassword(path);
  } catch (error) {
    if (!(error instanceof EmbeddedError) || error.code !== 'password_missing') throw error;
    await createPassword(path, random);
    return await readPassword(path);
  }
}
