import type { Config } from '../config.ts';
import changes from './api-changes.txt' with { type: 'text' };
import { DESCRIPTIONS } from './openapi-served.ts';
import { secure } from './security.ts';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API reference</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs-assets/swagger-ui.css" />
    <link rel="stylesheet" href="/api/docs/style.css" />
    <script src="/docs-assets/swagger-ui-bundle.js" defer></script>
    <script src="/api/docs/start.js" defer></script>
  </head>
  <body>
    <header><a href="/dashboard?section=api">Back to the dashboard</a></header>
    <div id="reference"></div>
    <noscript>The API reference needs JavaScript. The description itself is at ${DESCRIPTIONS.programs}.</noscript>
  </body>
</html>
`;

/** The library's lightest colours, made darker: texts reach a contrast of 4.5:1 in both themes. */
const STYLE = `
:root { color-scheme: light; }
:root.dark-mode { color-scheme: dark; background: #1b1e22; }
body { margin: 0; }
header { max-width: 1460px; margin: auto; padding: 16px 20px 0; font: 600 14px system-ui, sans-serif; }
header a { color: #0a5bb5; }
.dark-mode header a { color: #8fc1ff; }
:root:not(.dark-mode) .swagger-ui .info :is(.url, a) { color: #0a5bb5; }
/* The search stays in view; the library lets only what is in its own box stick. */
.swagger-ui .filter-container { position: sticky; top: 0; z-index: 1; background: #fff; }
.dark-mode .swagger-ui .filter-container { background: #1b1e22; }
/* It would lead to a list of free licences. */
.swagger-ui .info__license { display: none; }
.swagger-ui .info .title small pre { background: #4a5160; border-radius: 4px; padding: 0 4px; }
.swagger-ui .info .title small.version-stamp { background: none; }
.swagger-ui .info .title small { background: none; }
:root:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #00704a; color: #00704a; }
:root:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #00704a; }
:root:not(.dark-mode) .opblock-get .opblock-summary-method { background: #0066a8 !important; }
:root:not(.dark-mode) .opblock-post .opblock-summary-method { background: #00704a !important; }
:root:not(.dark-mode) .opblock-put .opblock-summary-method { background: #a34700 !important; }
:root:not(.dark-mode) .opblock-delete .opblock-summary-method { background: #c01f1f !important; }
`;

/** A separate file, because the page's policy allows no inline script. */
const START = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => {
  const theme = localStorage.getItem('topline-theme');
  document.documentElement.classList.toggle('dark-mode', theme === 'dark' || (theme !== 'light' && dark.matches));
};
dark.addEventListener('change', follow);
addEventListener('storage', follow);
follow();

// A screen reader needs these, and the library leaves them out: landmarks, the order of headings, the name of
// a choice.
const MISSING = [
  ['.information-container', { role: 'region', 'aria-label': 'Description' }],
  ['.schemes-server-container', { role: 'region', 'aria-label': 'Server' }],
  ['.filter-container', { role: 'search' }],
  ['.operation-filter-input', { 'aria-label': 'Filter by tag or path' }],
  ['#servers', { 'aria-label': 'Server' }],
  ['h3.opblock-tag', { role: 'heading', 'aria-level': '2' }],
];
new MutationObserver(() => {
  for (const [what, attributes] of MISSING) {
    for (const element of document.querySelectorAll(what + ':not([data-named])')) {
      element.setAttribute('data-named', '');
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    }
  }
  // The whole line is a button already; its link leads to the same place, and a button must hold none.
  for (const link of document.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href');
}).observe(document, { childList: true, subtree: true });

// What a program does first stands first.
const FIRST = ['SMS', 'Webhooks', 'Voice', 'DID numbers', 'Payments', 'Accounts'];
const place = (tag) => (FIRST.indexOf(tag) + FIRST.length + 1) % (FIRST.length + 1);

SwaggerUIBundle({
  dom_id: '#reference',
  url: (${JSON.stringify(DESCRIPTIONS)})[location.search.slice(1)] ?? '${DESCRIPTIONS.programs}',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  tagsSorter: (one, other) => place(one) - place(other),
  displayRequestDuration: true,
  // The schemas of all 250 operations below them would take seconds to draw.
  defaultModelsExpandDepth: -1,
  // It would send the description to another site.
  validatorUrl: null,
});
`;

/** The page that shows the API description and sends trial requests. It loads nothing from other sites. */
export const docsPage = (config: Config): Response => secure(text(PAGE, 'text/html'), config, 'reference');

/** The script that starts the page. */
export const docsScript = (config: Config): Response => secure(text(START, 'text/javascript'), config);

/** What programs notice from version to version. */
export const apiChanges = (config: Config): Response => secure(text(changes, 'text/plain'), config);

/** The page's changes to the library's looks. */
export const docsStyle = (config: Config): Response => secure(text(STYLE, 'text/css'), config);

const text = (content: string, type: string): Response =>
  new Response(content, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' } });
