/** A screenshot on the sheet: its file, screen, state and view. */
export interface Screenshot {
  readonly screen: string;
  readonly state: string;
  readonly view: string;
  readonly file: string;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

const style = `body{font:14px/1.4 system-ui;margin:24px;background:#e9ecef;color:#10181f}h2{margin:40px 0 8px}h3{font-weight:500;margin:16px 0 6px}
div{display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start}a{display:block;color:inherit;text-decoration:none;font-size:12px}
img{display:block;height:260px;max-width:420px;object-fit:cover;object-position:top;border:1px solid #b6bec6;background:#fff}nav a{display:inline-block;margin-right:12px}`;

/** Renders one HTML page with all screenshots by screen and state. A click opens one. */
export function renderContactSheet(screenshots: readonly Screenshot[], heading: string): string {
  const sections = Map.groupBy(screenshots, ({ screen }) => screen);
  const body = [...sections].map(([screen, ofScreen], index) => {
    const stateSections = [...Map.groupBy(ofScreen, ({ state }) => state)].map(([state, ofState]) => {
      const images = ofState.map(
        ({ file, view }) =>
          `<a href="${escapeHtml(file)}"><img loading="lazy" alt="${escapeHtml(`${screen}, ${state}, ${view}`)}" src="${escapeHtml(file)}">${escapeHtml(view)}</a>`,
      );
      return `<h3>${escapeHtml(state)}</h3>\n<div>${images.join('\n')}</div>`;
    });
    return `<h2 id="s${index}">${escapeHtml(screen)}</h2>\n${stateSections.join('\n')}`;
  });
  const links = [...sections.keys()].map((screen, index) => `<a href="#s${index}">${escapeHtml(screen)}</a>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>MedCloud: screens</title><style>${style}</style>
<h1>${escapeHtml(heading)}</h1><nav>${links.join('')}</nav>
${body.join('\n')}</html>
`;
}
