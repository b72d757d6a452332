import { languages } from '@medcloud/contract/languages';
import react from '@vitejs/plugin-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer, type Plugin, type ViteDevServer } from 'vite';

/** The pages that the build renders to HTML, by template: the component's file and name. */
const pages: Readonly<Record<string, { file: string; name: string }>> = {
  '/landing.html': { file: '/src/areas/landing/landing.tsx', name: 'Landing' },
  '/privacy.html': { file: '/src/areas/privacy/privacy.tsx', name: 'Privacy' },
  '/terms.html': { file: '/src/areas/terms/terms.tsx', name: 'Terms' },
};

const placeholder = '<!--page-->';

/** A page contains every language. This style shows the one of its `lang`. */
const languageStyle = languages
  .map((language) => `html[lang="${language}"] [data-words]:not([lang="${language}"])`)
  .join(',')
  .concat('{display:none}');

async function render(server: ViteDevServer, path: string): Promise<string> {
  const page = pages[path];
  if (!page) throw new Error(`No page is configured for ${path}.`);
  const component = (await server.ssrLoadModule(page.file))[page.name];
  return renderToStaticMarkup(createElement(component));
}

/** Runs `task` with a Vite server that only loads modules. The build has no server of its own. */
async function withServer<Result>(task: (server: ViteDevServer) => Promise<Result>): Promise<Result> {
  const server = await createServer({
    root: import.meta.dirname,
    configFile: false,
    plugins: [react()],
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await task(server);
  } finally {
    await server.close();
  }
}

/** Inserts the rendered page into its template, before Vite resolves the files the page refers to. */
export function renderPages(): Plugin {
  let development: ViteDevServer | undefined;
  return {
    name: 'medcloud:render-pages',
    configureServer(server) {
      development = server;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { path }) {
        if (!html.includes(placeholder)) return html;
        const markup = development
          ? await render(development, path)
          : await withServer((server) => render(server, path));
        return {
          html: html.replace(placeholder, () => markup),
          tags: [{ tag: 'style', children: languageStyle, injectTo: 'head' as const }],
        };
      },
    },
  };
}
