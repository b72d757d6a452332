import type { FastifyInstance } from 'fastify';

/**
 * The paths that a running server answers, parameters as `{name}`. Read from Fastify's own drawing of its routes, whose
 * lines are a node each, four columns deeper than the node it goes on from.
 */
export function pathsOfServer(app: FastifyInstance): string[] {
  const paths: string[] = [];
  const above: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^([│ ]*)[├└]── (\S*)( \(.*\))?/.exec(line);
    if (!match) continue;
    const depth = (match[1] ?? '').length / 4;
    above[depth] = match[2] ?? '';
    if (match[3]) paths.push(above.slice(0, depth + 1).join(''));
  }
  return paths.map((path) => path.replace(/:(\w+)/g, '{$1}'));
}
