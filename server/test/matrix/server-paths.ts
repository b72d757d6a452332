import type { FastifyInstance } from 'fastify';

/**
 * Lists the paths of a running server, with parameters as `{name}`. Parses Fastify's printed route tree: one node per
 * line, indented by four columns per level.
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
