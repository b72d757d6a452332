/**
 * Returns the environment for child processes: without the portal's secrets and PG* variables. Messages are in English,
 * because code parses them; the cluster's time zone is UTC. Windows finds its libraries by SystemRoot.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, SystemRoot, TEMP, LC_ALL: 'C', TZ: 'UTC' };
}
