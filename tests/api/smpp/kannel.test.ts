import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSms } from '../../../src/services/messaging/history-contract.ts';
import { appForFile, balanceOf, eventually, freePort, funded, newNumber, readAnswer } from '../../kit/index.ts';
import { makeGateway } from './gateway.ts';

const port = await freePort();
const app = await appForFile({ soundBooks: true, env: { SMPP_LISTEN: `127.0.0.1:${port}` } });

test('Kannel, as the page sets it up, sends short, long and foreign texts, and is told of each end once', async () => {
  const owner = await funded(app, '1.00');
  const { systemId, password } = await makeGateway(owner);
  const [admin, boxes, sending] = [await freePort(), await freePort(), await freePort()];
  const told: string[] = [];
  await using reports = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1' },
    fetch: ({ url }) => {
      told.push(new URL(url).search);
      return new Response();
    },
  });
  const file = join(await mkdtemp(join(tmpdir(), 'kannel-')), 'kannel.conf');
  await Bun.write(
    file,
    `group = core
admin-port = ${admin}
admin-password = secret
smsbox-port = ${boxes}

group = smsc
smsc = smpp
smsc-id = upstream
host = 127.0.0.1
port = ${port}
transceiver-mode = true
smsc-username = ${systemId}
smsc-password = ${password}
system-type = ""
interface-version = 34
source-addr-autodetect = true
dest-addr-ton = 1
dest-addr-npi = 1
max-pending-submits = 10
enquire-link-interval = 30

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${sending}

group = sendsms-user
username = shop
password = shop
max-messages = 5
concatenation = true

group = sms-service
keyword = default
text = ""
max-messages = 0
`,
  );
  const quiet = { stdout: 'ignore', stderr: 'ignore' } as const;
  // Kannel cannot say which port it took, so it is told.
  await using _gateway = Bun.spawn(['bearerbox', file], quiet);
  const state = () =>
    fetch(`http://127.0.0.1:${admin}/status.txt`).then(
      (answer) => answer.text(),
      () => '',
    );
  await eventually('the gateway has bound', async () => (await state()).includes('(online'));
  await using _box = Bun.spawn(['smsbox', file], quiet);
  const send = async (text: string) => {
    const order = { username: 'shop', password: 'shop', from: 'Topline', to: newNumber(), text, charset: 'UTF-8' };
    const coding = text.charCodeAt(0) > 127 ? '2' : '0';
    const report = `${reports.url.href}?%d`;
    const query = new URLSearchParams({ ...order, coding, 'dlr-mask': '3', 'dlr-url': report });
    const at = `http://127.0.0.1:${sending}/cgi-bin/sendsms?${query}`;
    return fetch(at).then(
      (answer) => answer.text(),
      () => '',
    );
  };
  const texts = ['Hello', 'x'.repeat(300), '你好'];
  await eventually('its box takes messages', async () => (await send('Hello')).startsWith('0'));
  for (const text of texts.slice(1)) expect(await send(text)).toStartWith('0');
  await eventually('three reports', async () => {
    // A report never comes before the answer to its submission.
    app.clock.advance(500);
    return told.length >= texts.length;
  });
  expect(told).toEqual(['?1', '?1', '?1']);
  const sent = await readAnswer(owner.as(`/api/users/${owner.id}/sms`), listSms);
  expect(sent.map(({ message, parts, status }) => [message, parts, status]).toSorted()).toEqual(
    texts.map((text) => [text, text.length > 160 ? 2 : 1, 'delivered']).toSorted(),
  );
  expect(await balanceOf(owner)).toBe('0.88');
});
