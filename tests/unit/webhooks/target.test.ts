import { isPublicAddress } from '../../../src/platform/kit/public-address.ts';
import { checkTarget, RefusedTarget, resolveByDns } from '../../../src/platform/kit/target.ts';

const CLOSED = [
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.254'],
  ...['168.63.129.16', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1'],
  ...['192.168.1.1', '198.18.0.1', '198.51.100.7', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::10.0.0.1', '64:ff9b::a00:1'],
  ...['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '100::1', '2001::1', '2001:db8::1'],
  ...['2002:a00:1::', '3fff::1', 'localhost', '', '1.2.3'],
];
const OPEN = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '168.63.129.17', '2606:4700::1111', '2a00:1450:4001::1'];

describe('which addresses are on the public internet', () => {
  test.each(CLOSED)('%p is not', (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(OPEN)('%p is', (address) => expect(isPublicAddress(address)).toBe(true));
});

const refusal = async (url: string, addresses: string[] | null = null, allowLoopback = false) => {
  try {
    await checkTarget(url, addresses ? async () => addresses : resolveByDns, allowLoopback);
    return null;
  } catch (error) {
    if (error instanceof RefusedTarget) return error.message;
    throw error;
  }
};

describe('where a webhook may lead', () => {
  const four = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', 'localhost', '169.254.169.254'];
  test.each([...four, '[::1]', '[::ffff:10.0.0.1]', '[fe80::1]'])('%s is in a private network', async (host) => {
    expect(await refusal(`https://${host}/`)).toContain('private network');
  });

  test('one private address among the addresses of a name is one too many', async () => {
    expect(await refusal('https://hooks.example.com/', ['8.8.8.8'])).toBeNull();
    expect(await refusal('https://hooks.example.com/', ['8.8.8.8', '10.0.0.1'])).toContain('private network');
    expect(await refusal('https://hooks.example.com/', [])).toContain('not found');
  });

  test('it is https, and carries no password', async () => {
    expect(await refusal('http://hooks.example.com/', ['8.8.8.8'])).toContain('https://');
    expect(await refusal('ftp://hooks.example.com/', ['8.8.8.8'])).toContain('https://');
    expect(await refusal('https://me:secret@hooks.example.com/', ['8.8.8.8'])).toContain('user name');
  });

  test('http leads to this machine only, and only where that is switched on', async () => {
    expect(await refusal('http://localhost/', ['127.0.0.1'], true)).toBeNull();
    expect(await refusal('http://hooks.example.com/', ['8.8.8.8'], true)).not.toBeNull();
    expect(await refusal('https://hooks.example.com/', ['10.0.0.1'], true)).toContain('private network');
  });

  test('the program connects to what was checked', async () => {
    expect((await checkTarget('https://hooks.example.com/x', async () => ['8.8.4.4'], false)).address).toBe('8.8.4.4');
  });
});
