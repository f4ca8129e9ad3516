import { copyFile, mkdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compile, optimize } from '@tailwindcss/node';
import { Scanner } from '@tailwindcss/oxide';
import { LANGUAGES } from '../db/enums.ts';
import { COLOURS } from '../src/platform/kit/colours.ts';
import { escapeMarkup } from '../src/platform/kit/escape-markup.ts';
import { bundleScripts } from './build-scripts.ts';
import texts from './locales/en/public.json';
import { drawLanding } from './draw-landing.tsx';

const ROOT = resolve(import.meta.dir, '..');
const WEB = import.meta.dir;
const DIST = join(ROOT, 'dist');
const API_REFERENCE = join(ROOT, 'node_modules/swagger-ui-dist');
const API_REFERENCE_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'];

/** `bun run pictures product` makes them. */
const PICTURES = ['product-light.webp', 'product-dark.webp', 'social.png', 'icon-192.png', 'icon-512.png'];

/** The application as something to install. */
const MANIFEST = {
  ...{ name: texts.app.name, short_name: texts.app.name, start_url: '/dashboard', display: 'standalone' },
  ...{ background_color: COLOURS.light.canvas, theme_color: COLOURS.light.canvas },
  icons: [192, 512].map((size) => ({ src: `/pictures/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
};

/** Below this size a compressed copy saves almost nothing. */
const SMALLEST_COMPRESSED_BYTES = 256;

/** Compression makes text files smaller; other formats are already compressed. */
const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|map)$/;

interface OutputFile {
  /** Inside dist, e.g. `assets/main-1a2b3c4d.js`. */
  path: string;
  content: Uint8Array;
}

interface ScriptFile extends OutputFile {
  /** The scripts that it imports at once. */
  imports: string[];
}

/** Builds the browser's files into dist, each with its brotli and gzip copies. Throws with what is wrong. */
export async function buildWeb(): Promise<void> {
  const [application, theme, hold, splash, styles] = await Promise.all([
    bundle('main.tsx', 'esm'),
    bundle('app/apply-theme.ts', 'iife'),
    bundle('app/hold-landing.ts', 'iife'),
    bundleSplash(),
    bundleStyles(),
  ]);
  const manifest = { path: 'app.webmanifest', content: encode(JSON.stringify(MANIFEST)) };
  const pages = await renderPages({ application, theme, hold, splash, styles });
  await rm(join(DIST, 'assets'), { recursive: true, force: true });
  await mkdir(join(DIST, 'pictures'), { recursive: true });
  await Promise.all([...application, ...theme, ...hold, splash, styles, manifest, ...pages].map(writeCompressed));
  await Promise.all(API_REFERENCE_FILES.map(copyApiReference));
  await writeCompressed({ path: 'docs-assets/palette.css', content: await readFile(join(WEB, 'palette.css')) });
  await Promise.all(PICTURES.map((name) => copyFile(join(ROOT, 'docs/pictures', name), join(DIST, 'pictures', name))));
}

/** The bytes of the scripts below an entry; the first is the entry itself. */
async function bundle(entry: string, format: 'esm' | 'iife'): Promise<ScriptFile[]> {
  const scripts = await bundleScripts(join(WEB, entry), format);
  return scripts.map(({ path, code, imports }) => ({ path, content: encode(code), imports }));
}

/** The splash's own style sheet. */
async function bundleSplash(): Promise<OutputFile> {
  const result = await Bun.build({ entrypoints: [join(WEB, 'splash.css')], minify: true });
  const code = (await result.outputs[0]?.text()) ?? '';
  return { path: `assets/splash-${hashOf(code)}.css`, content: encode(code) };
}

/** Compiles the style sheet with exactly the classes that the sources in web use. */
async function bundleStyles(): Promise<OutputFile> {
  const source = await readFile(join(WEB, 'styles.css'), 'utf8');
  const compiler = await compile(source, { base: WEB, onDependency: () => {} });
  const scanner = new Scanner({ sources: [{ base: WEB, pattern: '**/*.{ts,tsx}', negated: false }] });
  const { code } = optimize(compiler.build(scanner.scan()), { minify: true });
  return { path: `assets/styles-${hashOf(code)}.css`, content: encode(code) };
}

/**
 * Inserts the hashed names into the page, and announces the entry's imports to the browser early. The public page is drawn
 * in each language besides, and waits with the application.
 */
async function renderPages(built: {
  application: ScriptFile[];
  theme: ScriptFile[];
  hold: ScriptFile[];
  splash: OutputFile;
  styles: OutputFile;
}): Promise<OutputFile[]> {
  const [entry] = built.application;
  const [theme] = built.theme;
  const [hold] = built.hold;
  if (!entry || !theme || !hold) throw new Error('The bundler made no entry file');
  const template = (await readFile(join(WEB, 'index.html'), 'utf8'))
    .replace('%THEME%', `/${theme.path}`)
    .replace('%SPLASH%', `/${built.splash.path}`)
    .replaceAll('%STYLES%', `/${built.styles.path}`);
  const start = `<script type="module" fetchpriority="low" src="/${entry.path}"></script>`;
  const imports = entry.imports.map((path) => `<link rel="modulepreload" fetchpriority="low" href="/${path}" />`);
  const html = template.replace('%START%', [start, ...imports].join('\n    '));
  const pages: OutputFile[] = [{ path: 'index.html', content: encode(html) }];
  for (const language of LANGUAGES) {
    // One after the other: all are drawn in the language of the moment.
    const drawing = await drawLanding(language);
    const drawn = template
      .replace('<html lang="en" dir="ltr">', `<html lang="${language}" dir="${drawing.direction}">`)
      .replace(/<title>[^<]*/, () => `<title>${escapeMarkup(drawing.title)}`)
      .replace(/(name="description"\s+content=")[^"]*/, (_, before) => before + escapeMarkup(drawing.description))
      .replace('</title>', () => `</title>\n    ${previewTags(drawing)}`)
      .replace('rel="preload" as="style"', 'rel="stylesheet"')
      .replace('%START%', `<script src="/${hold.path}" data-application="/${entry.path}"></script>`)
      .replace('</p>', () => `</p>${drawing.markup}`);
    pages.push({ path: `landing-${language}.html`, content: encode(drawn) });
  }
  return pages;
}

/** Tells others' pages what to show of a link to the public page. The server knows the address of its site. */
function previewTags({ language, title, description }: Awaited<ReturnType<typeof drawLanding>>): string {
  const tags = {
    ...{ type: 'website', url: '%ORIGIN%/', locale: language, title, description },
    ...{ image: '%ORIGIN%/pictures/social.png', 'image:width': '1200', 'image:height': '630' },
  };
  return [
    '<link rel="canonical" href="%ORIGIN%/" />',
    '<meta name="twitter:card" content="summary_large_image" />',
    ...Object.entries(tags).map(([name, text]) => `<meta property="og:${name}" content="${escapeMarkup(text)}" />`),
  ].join('\n    ');
}

/**
 * Copies the page that shows the API description. Compressing it takes longer than the whole build, so a copy with the
 * same size and time stays as it is.
 */
async function copyApiReference(name: string): Promise<void> {
  const original = join(API_REFERENCE, name);
  const target = join(DIST, 'docs-assets', name);
  const source = await stat(original);
  const copy = await stat(target).catch(() => null);
  if (copy?.size === source.size && copy.mtime.getTime() === source.mtime.getTime()) return;
  await mkdir(join(DIST, 'docs-assets'), { recursive: true });
  await compressBeside(target, await readFile(original), constants.BROTLI_MAX_QUALITY);
  await copyFile(original, target);
  await utimes(target, source.atime, source.mtime);
}

async function writeCompressed({ path, content }: OutputFile): Promise<void> {
  const target = join(DIST, path);
  await Bun.write(target, content);
  if (COMPRESSIBLE.test(path) && content.byteLength >= SMALLEST_COMPRESSED_BYTES) {
    await compressBeside(target, content, constants.BROTLI_MAX_QUALITY);
  }
}

async function compressBeside(target: string, content: Uint8Array, brotliQuality: number): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
  };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((packed) => Bun.write(`${target}.br`, packed)),
    promisify(gzip)(content, { level: 9 }).then((packed) => Bun.write(`${target}.gz`, packed)),
  ]);
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const hashOf = (text: string): string => Bun.hash(text).toString(36).slice(0, 8);

async function buildAndReport(): Promise<void> {
  const started = performance.now();
  await buildWeb();
  console.log(`web built in ${Math.round(performance.now() - started)} ms`);
}

if (import.meta.main) {
  await buildAndReport();
  if (process.argv.includes('--watch')) {
    let queued: Timer | undefined;
    watch(WEB, { recursive: true }, () => {
      clearTimeout(queued);
      queued = setTimeout(() => buildAndReport().catch(console.error), 100);
    });
  }
}
