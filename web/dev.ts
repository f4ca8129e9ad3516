import { join, resolve } from 'node:path';
import { startEmbedded } from '../db/embedded.ts';
import page from './dev.html';

/**
 * For working on Topline. Bun's development server serves the browser's files and shows a saved change in the
 * open page, which keeps its state. All other requests go to the server, which starts again whenever its
 * sources are saved; PostgreSQL keeps running.
 */
const ROOT = join(import.meta.dir, '..');
const PORT = Number(process.env.PORT ?? 3000);
const SERVER_PORT = PORT + 1;
/** How long a request waits for a server that is starting. */
const PATIENCE_MS = 10_000;

const database = process.env.DATABASE_URL
  ? null
  : await startEmbedded(resolve(process.env.DATA_DIR || join(ROOT, 'data')));

const server = Bun.spawn([process.execPath, '--watch', '--no-clear-screen', 'src/main.ts'], {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { PUBLIC_URL: `http://localhost:${PORT}`, ...process.env, PORT: String(SERVER_PORT) },
});

/** Passes a request to the server; while the server is starting, the request waits. */
async function toServer(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = await request.arrayBuffer();
  const { method, headers, signal } = request;
  for (const until = Date.now() + PATIENCE_MS; ; await Bun.sleep(25)) {
    try {
      return await fetch(`http://localhost:${SERVER_PORT}${pathname}${search}`, {
        method,
        headers,
        signal,
        redirect: 'manual',
        decompress: false,
        ...(body.byteLength > 0 ? { body } : {}),
      });
    } catch (error) {
      if (signal.aborted || Date.now() > until) throw error;
    }
  }
}

const pages = Bun.serve({
  port: PORT,
  idleTimeout: 255,
  development: { hmr: true, console: true },
  routes: {
    '/api/*': toServer,
    '/docs-assets/*': toServer,
    '/healthz': toServer,
    '/readyz': toServer,
    '/metrics': toServer,
    '/*': page,
  },
});
console.log(`\n  Topline for working on it is at ${pages.url}\n`);

/** Stops everything that was started here first: a server left running would keep its port. */
async function stop(): Promise<void> {
  server.kill();
  await server.exited;
  await database?.stop();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
