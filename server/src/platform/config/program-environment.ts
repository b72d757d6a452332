/**
 * The environment of every program that is started: none of the portal's secrets, no PG* variable, messages in
 * English (they are read) and UTC as the cluster's time zone. Windows finds its libraries by SystemRoot.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, SystemRoot, TEMP, LC_ALL: 'C', TZ: 'UTC' };
}
