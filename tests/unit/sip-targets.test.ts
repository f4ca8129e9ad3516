import { findTargets, type Names } from '../../src/services/sip/incoming/find-targets.ts';

const HOSTS: Record<string, string[]> = {
  'one.example.com': ['198.41.0.1'],
  'two.example.com': ['198.41.0.2', '10.0.0.2'],
  'inside.example.com': ['10.0.0.1', '127.0.0.1'],
  'pbx.example.com': ['198.41.0.9'],
};
const of = (services: Awaited<ReturnType<Names['services']>>): Names => ({
  services: async (name) => (name === '_sip._udp.pbx.example.com' ? services : []),
  addresses: async (host) => HOSTS[host] ?? [],
});
const SERVICES = [
  { name: 'two.example.com', port: 5070, priority: 20, weight: 0 },
  { name: 'one.example.com', port: 5060, priority: 10, weight: 5 },
];

test('a name is a service first, by its priorities, and an address where it is none; the second one comes after', async () => {
  expect(await findTargets(['pbx.example.com', '198.41.0.7:5080'], of(SERVICES), false)).toEqual([
    ...['198.41.0.1:5060', '198.41.0.2:5070', '198.41.0.7:5080'],
  ]);
  expect(await findTargets(['pbx.example.com'], of([]), false)).toEqual(['198.41.0.9:5060']);
  expect(await findTargets(['pbx.example.com:5062'], of(SERVICES), false)).toEqual(['198.41.0.9:5062']);
});

test('the heavier of services with one priority comes first more often', async () => {
  const services = SERVICES.map((each) => ({ ...each, priority: 1, weight: each.port === 5060 ? 90 : 10 }));
  const firsts = await Promise.all(
    Array.from({ length: 400 }, async () => (await findTargets(['pbx.example.com'], of(services), false))[0]),
  );
  const heavier = firsts.filter((first) => first === '198.41.0.1:5060').length;
  expect(heavier).toBeWithin(300, 400);
});

test('a name leads to no address of the operator’s network, whatever DNS says', async () => {
  expect(await findTargets(['inside.example.com', '10.0.0.1', '127.0.0.1:5060'], of([]), false)).toEqual([]);
  expect(await findTargets(['inside.example.com'], of([]), true)).toEqual(['127.0.0.1:5060']);
});
