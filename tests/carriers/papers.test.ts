import { regulation, bundleOf } from './twilio-papers.ts';
import { ACCOUNT } from './accounts.ts';
import type { Json } from './description-file.ts';
import { twilio } from './dialects.ts';
import { carrier, ok, simulator, withSimulator } from './with-simulator.ts';

const GERMAN = '+4930901820';
const GERMAN_MOBILE = '+4915112345678';
const OWNER = '0191b2c3-0000-7000-8000-000000000003';
const OTHER_OWNER = '0191b2c3-0000-7000-8000-000000000004';
withSimulator(twilio);

const bundles = (...found: Json[]) => simulator.script('GET', /\/Bundles$/, ok({ results: found }));
const regulations = (...found: Json[]) => simulator.script('GET', /\/Regulations$/, ok({ results: found }));
const look = (number = GERMAN) => carrier.papers?.look({ number, countryCode: 'DE', owner: OWNER });
const asked = (path: RegExp) =>
  simulator.requests.map(({ url }) => new URL(url)).filter(({ pathname }) => path.test(pathname));

const told = (key: string, name: string, description = '') => ({ key, name, description });

describe('the demands', () => {
  test('is nothing where the country has no regulation, and then no papers are looked for', async () => {
    regulations();
    expect(await look()).toEqual({ state: 'not-needed', asked: [] });
    expect(asked(/Bundles/)).toEqual([]);
  });

  test('is said for each kind of owner, in the words of the carrier', async () => {
    regulations(regulation('business'), regulation('individual'));
    bundles();
    expect(await look()).toEqual({
      state: 'missing',
      asked: [
        {
          owner: 'business',
          details: [told('business_name', 'Business Name'), told('website', 'Website')],
          address: true,
          documents: [
            {
              ...told('business_name_info', 'Business Name', 'A document that shows the name.'),
              accepted: [
                {
                  ...{ key: 'commercial_registrar_excerpt', name: 'Commercial register excerpt', file: true },
                  fields: [told('document_number', 'Document Number')],
                },
                { key: 'trade_license', name: 'Trade licence', fields: [], file: true },
              ],
            },
            {
              ...told('proof_of_address', 'Address'),
              accepted: [{ key: 'address', name: 'Address Validation', fields: [], file: false }],
            },
          ],
        },
        expect.objectContaining({ owner: 'individual' }),
      ],
    });
  });

  test.each([
    [GERMAN, 'local'],
    [GERMAN_MOBILE, 'mobile'],
  ])('for %s are those for %s numbers', async (number, kind) => {
    regulations();
    await look(number);
    expect(asked(/Regulations/)[0]?.searchParams.get('NumberType')).toBe(kind);
  });

  test('is not known where the carrier does not say it', async () => {
    simulator.script('GET', /\/Regulations$/, ok({ code: 20_500, message: 'no', status: 404 }, 404));
    await expect(look()).rejects.toThrow(/404/);
  });
});

describe('papers', () => {
  test.each([
    ['draft', 'missing'],
    ['pending-review', 'in-review'],
    ['in-review', 'in-review'],
    ['twilio-rejected', 'rejected'],
    ['twilio-approved', 'approved'],
    ['provisionally-approved', 'approved'],
  ] as const)('that are %s there are %s here', async (status, state) => {
    regulations(regulation('business'));
    bundles(bundleOf(OWNER, status));
    expect(await look()).toMatchObject({ state });
    const [question] = asked(/Bundles/);
    expect(question?.searchParams.get('FriendlyName')).toBe(OWNER);
  });

  test('that were rejected do not stand in the way of those that were accepted', async () => {
    regulations(regulation('business'));
    bundles(bundleOf(OWNER, 'twilio-rejected', 1), bundleOf(OWNER, 'twilio-approved', 2));
    expect(await look()).toMatchObject({ state: 'approved' });
  });

  test("belong to nobody here if they are another account's, even if the carrier lists them", async () => {
    regulations(regulation('business'));
    bundles(bundleOf(OTHER_OWNER, 'twilio-approved'));
    expect(await look()).toMatchObject({ state: 'missing' });
  });
});

describe('a purchase', () => {
  const bought = { sid: 'PN0123456789abcdef0123456789abcdef', phone_number: GERMAN };
  const address = (friendly_name: string, iso_country: string, sid: string): Json => ({
    ...{ sid, friendly_name, iso_country, account_sid: ACCOUNT.twilio.sid },
  });

  async function bodyOfPurchase(made: Record<string, string> = {}): Promise<Record<string, string>> {
    simulator.script('GET', /Incoming/, ok({ incoming_phone_numbers: [] }));
    simulator.script('POST', /Incoming/, ok(bought, 201));
    await carrier.buyNumber?.(GERMAN, 'reference', { owner: OWNER, made });
    const request = simulator.requests.find(({ method }) => method === 'POST');
    return Object.fromEntries(new URLSearchParams(request?.body));
  }

  test('names the accepted papers and the address of its owner', async () => {
    const [own, french, foreign] = ['a', 'b', 'c'].map((digit) => `AD${digit.repeat(32)}`);
    bundles(
      bundleOf(OTHER_OWNER, 'twilio-approved', 1),
      bundleOf(OWNER, 'in-review', 2),
      bundleOf(OWNER, 'twilio-approved', 3),
    );
    simulator.script(
      'GET',
      /Addresses/,
      ok({
        addresses: [
          address(OTHER_OWNER, 'DE', foreign ?? ''),
          address(OWNER, 'FR', french ?? ''),
          address(OWNER, 'DE', own ?? ''),
        ],
      }),
    );
    const { sid } = bundleOf(OWNER, 'twilio-approved', 3);
    expect(await bodyOfPurchase()).toEqual({
      ...{ PhoneNumber: GERMAN, FriendlyName: 'reference', BundleSid: String(sid), AddressSid: own ?? '' },
    });
  });

  test('names the address that was handed in with them, where an earlier one has the name too', async () => {
    bundles(bundleOf(OWNER, 'twilio-approved'));
    const address = `AD${'d'.repeat(32)}`;
    expect(await bodyOfPurchase({ address, bundle: 'BU' })).toMatchObject({ AddressSid: address });
    expect(asked(/Addresses/)).toEqual([]);
  });

  test('names nothing of the kind where its owner has handed nothing in', async () => {
    bundles(bundleOf(OWNER, 'twilio-rejected'));
    simulator.script('GET', /Addresses/, ok({ addresses: [] }));
    expect(await bodyOfPurchase()).toEqual({ PhoneNumber: GERMAN, FriendlyName: 'reference' });
  });
});
