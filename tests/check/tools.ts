import { Glob } from 'bun';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { findBrowser, LIGHT_BROWSER } from '../kit/browser.ts';
import { section } from './run.ts';
import { keysOf } from '../kit/keys.ts';

/** The programs that tests run besides Bun, by their packages of Debian. */
const PROGRAMS = {
  baresip: ['baresip-core'],
  bash: ['bash'],
  bearerbox: ['kannel'],
  curl: ['curl'],
  'espeak-ng': ['espeak-ng'],
  etcd: ['etcd-server'],
  'firefox-esr': ['firefox-esr'],
  haproxy: ['haproxy'],
  linphonec: ['linphone-cli'],
  openssl: ['openssl'],
  // Without the second one it cannot speak with etcd.
  patroni: ['patroni', 'python3-etcd'],
  // A server with its tools: the embedded one ships none.
  pg_dump: ['postgresql'],
  pgbouncer: ['pgbouncer'],
  perl: ['perl'],
  prometheus: ['prometheus'],
  python3: ['python3'],
  rtpengine: ['rtpengine-daemon'],
  sipp: ['sip-tester'],
  WebKitWebDriver: ['webkit2gtk-driver'],
  Xvfb: ['xvfb'],
} as const;

/** The SIP edge and its modules, which are no programs of their own. */
const EDGE = [
  'kamailio',
  'kamailio-postgres-modules',
  'kamailio-utils-modules',
  'kamailio-json-modules',
  'kamailio-sqlite-modules',
  'kamailio-tls-modules',
  'kamailio-secsipid-modules',
  'kamailio-websocket-modules',
  'ca-certificates',
];

/** The other hand's SMPP gateway, a module of Perl. */
const SMPP_GATEWAY = 'libnet-smpp-perl';

/**
 * Installs what tests need and this machine lacks, where that can be done without asking.
 * @returns what is still missing: each is a failure, so that nothing is left untested in silence
 */
export async function provideTools(): Promise<string[]> {
  const isDebian = process.getuid?.() === 0 && (await Bun.file('/etc/debian_version').exists());
  if (isDebian) await installByDebian();
  if (!findBrowser() && !isDebian) {
    const { code } = await section('browser', [process.execPath, 'x', 'playwright', 'install', 'chromium']);
    return [...missingWithoutBrowser(), ...(code === 0 ? [] : ['chromium'])];
  }
  return [...missingWithoutBrowser(), ...(findBrowser() ? [] : ['chromium'])];
}

/** The light browser is asked for alone: a release that has none must not keep the rest away. */
async function installByDebian(): Promise<void> {
  const packages = [
    ...missingPrograms().flatMap((program) => PROGRAMS[program]),
    ...missingEdge(),
    ...missingGateway(),
  ];
  const isLight = Boolean(process.env.CHROMIUM_PATH) || existsSync(LIGHT_BROWSER);
  if (packages.length === 0 && isLight) return;
  await section('tools', ['apt-get', 'update', '-qq', '-o', 'Acquire::http::Timeout=20']);
  if (packages.length > 0) await section('tools', [...INSTALL, ...packages]);
  if (!isLight) await section('light browser, if there is one', [...INSTALL, basename(LIGHT_BROWSER)]);
  if (!findBrowser()) await section('browser', [...INSTALL, 'chromium']);
}

const INSTALL = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends'];
const missingWithoutBrowser = () => [...missingPrograms(), ...missingEdge(), ...missingGateway()];
const missingPrograms = () => keysOf(PROGRAMS).filter((program) => !Bun.which(program));

/** The packages of the edge, all of them where one of its modules is not there. */
const missingEdge = (): readonly string[] => {
  const modules = ['tm', 'db_postgres', 'db_sqlite', 'http_client', 'json', 'tls', 'secsipid', 'websocket'];
  const found = new Set(
    [...new Glob('*/kamailio/modules/*.so').scanSync({ cwd: '/usr/lib', onlyFiles: false })].map((path) =>
      basename(path, '.so'),
    ),
  );
  return Bun.which('kamailio') && modules.every((each) => found.has(each)) ? [] : EDGE;
};

const missingGateway = (): readonly string[] => (existsSync('/usr/share/perl5/Net/SMPP.pm') ? [] : [SMPP_GATEWAY]);
