import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALARMS } from '../../db/enums.ts';
import { alarms } from '../../db/schema/index.ts';
import { eventually, freePort, startTestApp } from '../kit/index.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const RULES = join(ROOT, 'deploy/prometheus/alerts.yml');
const DASHBOARD = 'deploy/prometheus/dashboard.json';
/** The functions of PromQL with an underscore. */
const FUNCTIONS = new Set(['histogram_quantile']);
/** Nothing listens there. */
const NOBODY = '127.0.0.1:1';
const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (path: string): Promise<string> => Bun.file(join(ROOT, path)).text();

test('the document says of each alarm and each rule what to do', async () => {
  const text = await read('docs/alarms.md');
  const rules = [...(await Bun.file(RULES).text()).matchAll(/alert: (\w+)/g)].map(([, name]) => name ?? '');
  const named = [...ALARMS, ...rules.filter((name) => name !== 'ToplineAlarm')];
  expect(named.filter((name) => !text.includes(`**${name}**`))).toEqual([]);
});

test('each rule is quiet while all is well, and fires where it should', async () => {
  const tests = join(ROOT, 'deploy/prometheus/alerts-test.yml');
  const [rules, named] = [await Bun.file(RULES).text(), await Bun.file(tests).text()];
  const alerts = Array.from(rules.matchAll(/alert: (\w+)/g), ([, name]) => name ?? '');
  expect(alerts.filter((name) => !named.includes(`"${name}"`))).toEqual([]);
  const promtool = Bun.spawnSync(['promtool', 'test', 'rules', tests]);
  expect(promtool.stderr.toString()).toBe('');
  expect(promtool.exitCode).toBe(0);
});

test('an alarm fires in Prometheus, and so does a server that is gone', async () => {
  const app = await startTestApp({ background: false, env: { METRICS_TOKEN: 'm'.repeat(40) } });
  const port = await freePort();
  const config = join(folder, 'prometheus.yml');
  await Bun.write(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [RULES],
      scrape_configs: [
        {
          job_name: 'topline',
          authorization: { credentials: 'm'.repeat(40) },
          static_configs: [{ targets: [new URL(app.url).host, NOBODY] }],
        },
      ],
    }),
  );
  await app.deps.db.insert(alarms).values({ alarm: 'carriers', subject: 'alpha', value: 1, raisedAt: app.clock.now() });
  const prometheus = Bun.spawn(
    [
      'prometheus',
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdout: 'ignore', stderr: 'ignore' },
  );
  const ask = async (what: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}/api/v1/${what}`).catch(() => null))?.text() ?? '';
  try {
    const shown = (words: string) => async () => (await ask('alerts')).includes(words);
    await eventually('the alarm in Prometheus', 30_000, shown('"subject":"alpha"'));
    await eventually('the server that is gone', 30_000, shown('ToplineDown'));
    expect(await ask('alerts')).toContain('"severity":"page"');
    expect(await ask('rules')).not.toContain('"lastError"');
    // Whatever the dashboard asks for, the server has, by the labels that it is grouped by.
    const metrics = await (
      await app.fetch('/metrics', { headers: { authorization: `Bearer ${'m'.repeat(40)}` } })
    ).text();
    const known = new Set(Array.from(metrics.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name ?? ''));
    for (const expr of (await read(DASHBOARD)).matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)) {
      const text = JSON.parse(`"${expr[1]}"`);
      expect(await ask(`query?query=${encodeURIComponent(text)}`)).toContain('"status":"success"');
      const names = text.match(/\b\w+_\w+\b(?=[[{)\s]|$)/g) ?? [];
      const wanted = names.map((name: string) => name.replace(/_bucket$/, ''));
      expect(wanted.filter((name: string) => !known.has(name) && !FUNCTIONS.has(name))).toEqual([]);
    }
  } finally {
    prometheus.kill();
    await prometheus.exited;
  }
});
