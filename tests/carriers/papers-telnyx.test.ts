import type { Json } from './description-file.ts';
import { telnyx } from './dialects.ts';
import { carrier, ok, simulator, withSimulator } from './with-simulator.ts';

const GERMAN = '+4930901820';
const OWNER = '0191b2c3-0000-7000-8000-000000000003';
const OTHER_OWNER = '0191b2c3-0000-7000-8000-000000000004';
withSimulator(telnyx);

const REQUIREMENTS: Json = [
  {
    action: 'ordering',
    country_code: 'DE',
    phone_number_type: 'local',
    regulatory_requirements: [
      { id: 'r1', name: 'Company name', description: 'As registered.', field_type: 'textual' },
      {
        id: 'r2',
        name: 'Proof of address',
        description: 'In the area of the number.',
        field_type: 'document',
        acceptance_criteria: { acceptable_values: ['Utility bill', 'Trade licence'] },
      },
      { id: 'r3', name: 'Address', description: 'Street, place and code.', field_type: 'address' },
    ],
  },
];
const group = (customer_reference: string, status: string, id = 'g1', phone_number_type = 'local'): Json => ({
  ...{ id, status, customer_reference, phone_number_type, action: 'ordering', country_code: 'DE' },
});
const asksFor = (data: Json) => simulator.script('GET', /regulatory_requirements$/, ok({ data }));
const groups = (...found: Json[]) => simulator.script('GET', /requirement_groups$/, ok(found));
const look = () => carrier.papers?.look({ number: GERMAN, countryCode: 'DE', owner: OWNER });

test('nothing is asked for where the number has no requirement', async () => {
  asksFor([{ action: 'ordering', country_code: 'DE', phone_number_type: 'local', regulatory_requirements: [] }]);
  expect(await look()).toEqual({ state: 'not-needed', asked: [] });
  const [question] = simulator.requests;
  expect(new URL(question?.url ?? '').searchParams.get('filter[phone_number]')).toBe(GERMAN);
});

test('the details and documents come in the words of the carrier', async () => {
  asksFor(REQUIREMENTS);
  groups();
  expect(await look()).toEqual({
    state: 'missing',
    asked: [
      {
        owner: 'anybody',
        details: [{ key: 'r1', name: 'Company name', description: 'As registered.' }],
        address: true,
        documents: [
          {
            ...{ key: 'r2', name: 'Proof of address', description: 'In the area of the number.' },
            accepted: ['Utility bill', 'Trade licence'].map((name) => ({
              ...{ key: name, name, fields: [], file: true },
            })),
          },
        ],
      },
    ],
  });
});

test.each([
  ['unapproved', 'missing'],
  ['pending-approval', 'in-review'],
  ['declined', 'rejected'],
  ['expired', 'rejected'],
  ['approved', 'approved'],
] as const)('papers that are %s there are %s here', async (status, state) => {
  asksFor(REQUIREMENTS);
  groups(group(OWNER, status));
  expect(await look()).toMatchObject({ state });
});

test('papers of somebody else, or for other numbers, are nobody’s', async () => {
  asksFor(REQUIREMENTS);
  groups(group(OTHER_OWNER, 'approved'), group(OWNER, 'approved', 'g2', 'mobile'));
  expect(await look()).toMatchObject({ state: 'missing' });
});

test('an order names the accepted papers of its owner, and no others', async () => {
  groups(
    group(OTHER_OWNER, 'approved', 'g1'),
    group(OWNER, 'declined', 'g2'),
    group(OWNER, 'approved', '3fa85f64-5717-4562-b3fc-2c963f66afa7'),
  );
  const order = { id: '12ade33a-21c0-473b-b055-b3c836e1c292', status: 'success', customer_reference: 'r' };
  simulator.script('GET', /number_orders$/, ok({ data: [] }));
  simulator.script('POST', /number_orders$/, ok({ data: order }));
  await carrier.buyNumber?.(GERMAN, 'r', { owner: OWNER, made: {} });
  const request = simulator.requests.find(({ method }) => method === 'POST');
  expect(JSON.parse(request?.body ?? '{}')).toMatchObject({
    phone_numbers: [{ phone_number: GERMAN, requirement_group_id: '3fa85f64-5717-4562-b3fc-2c963f66afa7' }],
  });
});
