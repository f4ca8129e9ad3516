import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import type { ESTree } from 'rolldown/utils';
import { parseAst } from 'rolldown/parseAst';
import { accessOf } from '../src/platform/kit/endpoint.ts';
import { drawingOf } from './ui/icon-drawing.ts';

/** A script of the build. */
export interface Script {
  /** Inside dist, e.g. `assets/main-1a2b3c4d.js`. */
  path: string;
  code: string;
  isEntry: boolean;
  /** Paths of the scripts that it imports at once. */
  imports: string[];
}

/** Appended to the path of a contract whose endpoints a module only calls. */
const CALLED = '?called';
const NEEDS_SCHEMAS = /\bbodyOf\(|from 'zod'|\b(?:safeParse|[a-z]\w+\.(?:options|shape|parse))\b/;
const API_DOCUMENTATION = /\/web\/features\/api-docs\//;

/** Packages have folders of that name, too. */
const SHARED_WITH_SERVER = new RegExp(`^${join(import.meta.dir, '..', 'src')}/`);

/** "use client" means nothing to a browser, and what one screen loads late another one may need at once. */
const HARMLESS = new Set(['MODULE_LEVEL_DIRECTIVE', 'INEFFECTIVE_DYNAMIC_IMPORT']);

/** The module from which all that the screens of signed-in people share is reached. */
const FRAME = /web\/app\/frame\.ts$/;
const LIVE = /web\/lib\/live\.ts$/;
const LANDING = /web\/app\/landing-screen\.tsx$/;

/**
 * Bundles an entry and its lazy parts by screen, not by module: what the entry needs is one script, what every signed-in
 * screen or the first one needs is another, what several screens share is a third, and each screen adds its own.
 * @param entry a path; its first script in the answer is the entry itself
 */
export async function bundleScripts(entry: string, format: 'esm' | 'iife'): Promise<Script[]> {
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    preserveEntrySignatures: 'allow-extension',
    transform: {
      define: { 'process.env.NODE_ENV': '"production"' },
      jsx: { runtime: 'automatic', development: false },
    },
    treeshake: {
      manualPureFunctions: ['endpoint', 'pagedList', 'endpointsFor'],
      // Modules that the server and the browser share only declare.
      moduleSideEffects: [{ test: SHARED_WITH_SERVER, sideEffects: false }],
    },
    plugins: [calledContracts, textsByScreen, drawnIcons],
    onLog: (level, log, handle) => !HARMLESS.has(log.code ?? '') && handle(level, log),
  });
  const { output } = await bundle.generate({
    format,
    minify: true,
    entryFileNames: 'assets/[name]-[hash].js',
    chunkFileNames: 'assets/[name]-[hash].js',
    ...(format === 'esm' && { codeSplitting: { groups: groupsBelow(entry) } }),
  });
  await bundle.close();
  const scripts = output
    .filter((file) => file.type === 'chunk')
    .map(({ fileName, code, isEntry, imports }) => ({ path: fileName, code, isEntry, imports }));
  refuseCircles(scripts);
  return withoutDoors(scripts).toSorted((one, other) => Number(other.isEntry) - Number(one.isEntry));
}

/** Scripts that import each other in a circle read what is not declared yet, depending on which comes first. */
function refuseCircles(scripts: readonly Script[]): void {
  let left = scripts;
  for (;;) {
    const paths = new Set(left.map(({ path }) => path));
    const waiting = left.filter(({ imports }) => imports.some((path) => paths.has(path)));
    if (waiting.length === 0) return;
    if (waiting.length === left.length) {
      throw new Error(`Scripts import each other: ${left.map(({ path }) => path).join(', ')}`);
    }
    left = waiting;
  }
}

/** A script that only gives exports of another one their names: what is imported by the program stands in a shared script. */
const DOOR = /^export\{([^}]*)\}from"(\.\/[^"]+)";?\s*$/;

/** Imports what stands behind such scripts directly, because each is a request of its own. */
function withoutDoors(scripts: readonly Script[]): Script[] {
  const doors = scripts.filter(({ code, isEntry }) => !isEntry && DOOR.test(code));
  return scripts
    .filter((script) => !doors.includes(script))
    .map((script) => ({ ...script, code: doors.reduce(throughDoor, script.code) }));
}

function throughDoor(code: string, { path, code: door }: Script): string {
  const [, names = '', behind = ''] = DOOR.exec(door) ?? [];
  const exported = names.split(',').map((name) => {
    const [inside = '', outside = inside] = name.split(' as ');
    return `${outside}:e.${inside}`;
  });
  const imported = new RegExp(`import\\(([\`"'])\\./${RegExp.escape(path.slice('assets/'.length))}\\1\\)`, 'g');
  return code.replace(imported, `import("${behind}").then(e=>({${exported.join()}}))`);
}

type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
type Graph = { getModuleInfo: (id: string) => ModuleInfo };

/** The scripts that modules go into; the first that takes a module has it. */
function groupsBelow(entry: string) {
  let known: ReturnType<typeof firstScripts> | undefined;
  const first = (name: keyof ReturnType<typeof firstScripts>, priority: number) => ({
    debugName: name,
    name: (id: string, graph: Graph) => {
      known ??= firstScripts(entry, graph);
      return known[name].has(id) ? name : null;
    },
    priority,
    includeDependenciesRecursively: name === 'front',
  });
  return [
    first('front', 6),
    first('landing', 5),
    first('frame', 5),
    first('live', 4),
    { name: 'contracts', test: /\/src\/.*(contract|events|schemas)\.ts$|node_modules\/zod\//, priority: 3 },
    { name: 'toasts', test: /node_modules\/@radix-ui\//, priority: 2 },
    { name: 'layers', test: /node_modules\/@headlessui\//, priority: 2 },
    { name: 'shared', minShareCount: 3, priority: 1, test: (id: string) => !isTexts(id) },
  ];
}

/** The modules of what people see first: of everybody, of strangers, and of those who are signed in. */
function firstScripts(entry: string, graph: Graph) {
  const landing = reachedFrom([lazyPart(entry, graph, LANDING)], graph);
  const frame = reachedFrom([lazyPart(entry, graph, FRAME)], graph);
  const front = reachedFrom([entry], graph).union(landing.intersection(frame));
  // The entry waits for the first screen, whose scripts must not wait for it: it is a script of its own.
  front.delete(entry);
  const live = reachedFrom([lazyPart(entry, graph, LIVE)], graph);
  return { front, landing, frame, live };
}

const isTexts = (id: string): boolean => /\.json(\?rest)?$/.test(id);

/** All modules that are loaded together with these. */
function reachedFrom(ids: readonly string[], graph: Graph): Set<string> {
  const reached = new Set(ids);
  for (const id of reached) {
    if (!id.endsWith(CALLED)) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}

/** The lazily loaded module with this name. */
function lazyPart(entry: string, graph: Graph, name: RegExp): string {
  const seen = new Set([entry]);
  for (const id of seen) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    for (const next of [...importedIds, ...dynamicallyImportedIds]) seen.add(next);
  }
  const found = [...seen].find((id) => name.test(id));
  if (!found) throw new Error(`The application has no part ${name.source}`);
  return found;
}

/** Gives modules that only call endpoints contracts without schemas, so that screens without forms load none. */
const calledContracts: Plugin = {
  name: 'called-contracts',
  transform: {
    filter: { id: /\/web\/.*\.tsx?$/ },
    handler: (code, id) =>
      NEEDS_SCHEMAS.test(code) || API_DOCUMENTATION.test(id)
        ? null
        : code.replace(/(from '[^']*contract\.ts)'/g, `$1${CALLED}'`),
  },
  load: {
    filter: { id: /\?called$/ },
    handler: async (id) => ({
      code: withoutSchemas(await Bun.file(id.slice(0, -CALLED.length)).text()),
      moduleType: 'ts',
    }),
  },
};

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Replaces endpoints by what a call needs of them, and marks what else a contract declares as safe to leave out. */
function withoutSchemas(code: string): string {
  const edits = parseAst(code, { lang: 'ts' }).body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') return [];
    // Nothing of it is called any more, and the bundler keeps what is taken apart.
    const made = declared.declarations[0]?.init;
    if (made?.type === 'CallExpression' && code.startsWith('endpointsFor(', made.start))
      return [{ start: statement.start, end: statement.end, text: '' }];
    return declared.declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? editsOf(init) : []));
  });
  return edits.toReversed().reduce((kept, { start, end, text }) => kept.slice(0, start) + text + kept.slice(end), code);
}

const KEPT: ReadonlySet<string> = new Set(['access', 'duties']);

/** The edits of one declaration, in the order of their places. */
function editsOf(call: ESTree.CallExpression): Edit[] {
  const droppable = [
    { start: call.start, end: call.start, text: '/*#__PURE__*/ (() => ' },
    { start: call.end, end: call.end, text: ')()' },
  ];
  const maker = call.callee.type === 'Identifier' ? call.callee.name : '';
  const [name, route, declared] = call.arguments;
  if (
    !['endpoint', 'pagedList'].includes(maker) ||
    name?.type !== 'Literal' ||
    route?.type !== 'Literal' ||
    declared?.type !== 'ObjectExpression'
  ) {
    return droppable;
  }
  // A call needs an endpoint's method, path and name, and a screen needs who may use it. Forms and the API's documentation read the rest, too.
  const [method, path] = maker === 'pagedList' ? ['GET', route.value] : String(route.value).split(' ');
  const nameOf = (property: ESTree.ObjectPropertyKind): string =>
    property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : '';
  const unused = declared.properties.filter((property) => !KEPT.has(nameOf(property)));
  const saysAccess = declared.properties.some((property) => nameOf(property) === 'access');
  const known = { name: name.value, method, path, ...(!saysAccess && { access: accessOf(String(path)) }) };
  return [
    { start: call.start, end: declared.start + 1, text: `({ ${JSON.stringify(known).slice(1, -1)},` },
    ...unused.map(({ start, end }) => ({ start, end, text: '...{}' })),
    { start: declared.end, end: call.end, text: ')' },
  ];
}

/** The groups of texts that the first view of signed-in people shows; parts of two groups, too. */
export const TEXTS_OF_FRAME: readonly string[] = [
  ...['sections', 'shell', 'overview', 'live', 'sentences', 'wordings', 'transactions', 'emailNotice', 'numbers.live'],
  ...['statements.spend', 'sms.reasons', 'limits.state', 'limits.risk', 'limits.stopped'],
];

/** Splits the texts of the signed-in screens: the first view loads its own, the other screens load the rest. */
const textsByScreen: Plugin = {
  name: 'texts-by-screen',
  load: {
    filter: { id: /\/locales\/\w+\/app\.json(\?rest)?$/ },
    handler: async (id) => {
      const isRest = id.endsWith('?rest');
      const path = isRest ? id.slice(0, -'?rest'.length) : id;
      const texts: Record<string, Record<string, unknown>> = await Bun.file(path).json();
      const own = Object.fromEntries(
        Object.entries(texts).filter(([group]) => TEXTS_OF_FRAME.includes(group) !== isRest),
      );
      for (const name of TEXTS_OF_FRAME.filter((each) => each.includes('.') && !isRest)) {
        const [group = '', part = ''] = name.split('.');
        own[group] = { ...own[group], [part]: texts[group]?.[part] };
      }
      const code = `export default ${JSON.stringify(own)};`;
      const rest = `export const rest = () => import(${JSON.stringify(`${path}?rest`)});`;
      return { code: isRest ? code : `${code}\n${rest}`, moduleType: 'js' };
    },
  },
};

/** Runs the macro that draws icons, as Bun does it by itself. */
const drawnIcons: Plugin = {
  name: 'drawn-icons',
  transform: {
    filter: { id: join(import.meta.dir, 'ui/icons.tsx') },
    handler: (code) =>
      code
        .replace(/^import .*type: 'macro'.*$/m, '')
        .replace(/drawingOf\('([\w-]+)'\)/g, (_, name: Parameters<typeof drawingOf>[0]) =>
          JSON.stringify(drawingOf(name)),
        ),
  },
};
