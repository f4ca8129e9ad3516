import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../kit/eventually.ts';
import { freePort } from '../../kit/free-port.ts';

const SYSTEM_ID = 'topline';
const PASSWORD = 'secret';
/** The name of the network in Kannel's configuration. */
const NETWORK = 'network';

/** Kannel as an SMPP gateway: its bearerbox, and opensmppbox in front of it. */
export interface Kannel {
  /** The settings of our carrier for it. */
  env: Record<string, string>;
  /** Where the network's end of Kannel listens. */
  networkPort: number;
  /** Ends opensmppbox like a loss of power, and starts it again after so many milliseconds. */
  restart(downMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Where each program keeps which messages want a report: in files, so that a restart does not lose them. */
const reportStorage = (file: string): string => `
group = sqlite3-connection
id = reports
database = "${file}"
max-connections = 1

group = dlr-db
id = reports
table = dlr
field-smsc = smsc
field-timestamp = ts
field-destination = destination
field-source = source
field-service = service
field-url = url
field-mask = mask
field-status = status
field-boxc-id = boxc_id
`;

/** The table whose names stand above. */
async function makeReportStorage(path: string): Promise<void> {
  const { Database } = await import('bun:sqlite');
  const database = new Database(path, { create: true });
  database.run(`create table dlr (smsc text, ts text, destination text, source text, service text,
    url text, mask integer, status integer, boxc_id text)`);
  database.run('create index dlr_of on dlr (smsc, ts)');
  database.close();
}

/**
 * Starts both programs on loopback and waits until opensmppbox listens.
 * @param programs their paths
 */
export async function startKannel(programs: { bearerbox: string; opensmppbox: string }): Promise<Kannel> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-kannel-'));
  const at = (name: string) => join(folder, name);
  const [admin, boxes, networkPort, smpp] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  await Promise.all(['bearerbox', 'opensmppbox'].map((name) => makeReportStorage(at(`${name}.db`))));
  await Bun.write(at('logins'), `${SYSTEM_ID} ${PASSWORD} * 127.0.0.1\n`);
  await Bun.write(
    at('bearerbox.conf'),
    `
group = core
admin-port = ${admin}
admin-password = ${crypto.randomUUID()}
admin-deny-ip = "*.*.*.*"
admin-allow-ip = "127.0.0.1"
smsbox-port = ${boxes}
box-deny-ip = "*.*.*.*"
box-allow-ip = "127.0.0.1"
log-file = "${at('bearerbox.log')}"
log-level = 1
store-type = file
store-location = "${at('store')}"
dlr-storage = sqlite3

group = smsc
smsc = fake
smsc-id = ${NETWORK}
port = ${networkPort}
our-host = 127.0.0.1
connect-allow-ip = 127.0.0.1

group = smsbox
bearerbox-host = 127.0.0.1
${reportStorage(at('bearerbox.db'))}`,
  );
  await Bun.write(
    at('opensmppbox.conf'),
    `
group = core
dlr-storage = sqlite3

group = opensmppbox
opensmppbox-id = opensmppbox
opensmppbox-port = ${smpp}
bearerbox-host = 127.0.0.1
bearerbox-port = ${boxes}
log-file = "${at('opensmppbox.log')}"
log-level = 1
our-system-id = kannel
route-to-smsc = ${NETWORK}
smpp-logins = "${at('logins')}"
use-systemid-as-smsboxid = true
${reportStorage(at('opensmppbox.db'))}`,
  );
  const bearerbox = run(programs.bearerbox, at('bearerbox.conf'));
  await listening(boxes, bearerbox);
  const startBox = async () => {
    const box = run(programs.opensmppbox, at('opensmppbox.conf'));
    await listening(smpp, box);
    return box;
  };
  let opensmppbox = await startBox();
  const end = async (program: Bun.Subprocess) => {
    program.kill('SIGKILL');
    await program.exited;
  };
  return {
    env: {
      SMPP_HOST: '127.0.0.1',
      SMPP_PORT: String(smpp),
      SMPP_SYSTEM_ID: SYSTEM_ID,
      SMPP_PASSWORD: PASSWORD,
    },
    networkPort,
    restart: async (downMs) => {
      await end(opensmppbox);
      await Bun.sleep(downMs);
      opensmppbox = await startBox();
    },
    stop: async () => {
      await end(opensmppbox);
      await end(bearerbox);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const run = (program: string, configuration: string): Bun.Subprocess =>
  Bun.spawn([program, '-v', '4', configuration], { stdio: ['ignore', 'ignore', 'ignore'] });

/** Waits until a program listens; throws if it ends before. */
const listening = (port: number, program: Bun.Subprocess): Promise<true> =>
  eventually(`port ${port} is open`, async () => {
    if (program.exitCode !== null) throw new Error(`${program.pid} ended with ${program.exitCode}`);
    try {
      (await Bun.connect({ hostname: '127.0.0.1', port, socket: { data: () => {} } })).end();
      return true;
    } catch {
      return false;
    }
  });
