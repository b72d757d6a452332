import type { Plugin } from 'vite';

/** The rendered pages. The server sends them unchanged, so that the content policy names their styles by hash. */
const renderedPages = ['landing.html', 'privacy.html', 'terms.html'];

/** The pages of a first visit. */
const pages = [...renderedPages, 'consent.html'];

// The consent page is empty before its script runs; the other pages need theirs only for actions.
const toScriptTag = (page: string) => `<script type="module"${page === 'consent.html' ? '' : ' fetchpriority="low"'}`;

const stylesheet = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;

/**
 * Moves the stylesheets of these pages into them, so that a first visit waits for no other file, and lowers the priority
 * of scripts that the first screen does not need. Fails the build if a page uses a class that only the application's
 * stylesheet defines.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'medcloud:inline-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const textOf = (name: string) => {
        const file = bundle[name];
        if (file?.type !== 'asset') throw new Error(`The build has no ${name}.`);
        return String(file.source);
      };
      const nameOf = (page: string) => stylesheet.exec(textOf(page))?.[1];
      const application = listClasses(textOf(nameOf('index.html') ?? 'index.css'));
      const inlined = new Set<string>();
      for (const page of pages) {
        const name = nameOf(page);
        const file = bundle[page];
        if (name === undefined || file?.type !== 'asset') throw new Error(`${page} has no stylesheet.`);
        const styles = textOf(name);
        const defined = listClasses(styles);
        const missing = listUsedClasses(textOf(page)).filter((used) => application.has(used) && !defined.has(used));
        if (missing.length > 0)
          throw new Error(`The styles of ${page} lack ${missing.join(', ')}: add an @source to its stylesheet.`);
        file.source = textOf(page)
          .replace(stylesheet, () => `<style nonce="__CSP_NONCE__">${styles}</style>`)
          .replaceAll('<script type="module"', toScriptTag(page));
        if (renderedPages.includes(page)) file.source = removeNonces(file.source);
        inlined.add(name);
      }
      for (const name of inlined) delete bundle[name];
    },
  };
}

const removeNonces = (html: string) =>
  html.replace(/\s*<meta property="csp-nonce"[^>]*>/, '').replaceAll(' nonce="__CSP_NONCE__"', '');

/** Returns the names of the classes that a stylesheet defines, without CSS escapes. */
function listClasses(styles: string): ReadonlySet<string> {
  const selectors = styles.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/gi);
  return new Set([...selectors].map(([, name = '']) => unescapeName(name)));
}

const unescapeName = (name: string) =>
  name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, code?: string, character?: string) =>
    code === undefined ? (character ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
  );

const listUsedClasses = (html: string) => [
  ...new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)).map(decodeText)),
];

const decodeText = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&#x27;', "'");
