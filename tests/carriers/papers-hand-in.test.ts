import { PapersRefused, type PapersNotes, type PapersToHandIn } from '../../src/carriers/number-papers.ts';
import { ACCOUNT, PUBLIC_CALLBACK } from './accounts.ts';
import type { Json } from './description-file.ts';
import { telnyx, twilio } from './dialects.ts';
import { carrier, ok, simulator, withSimulator } from './with-simulator.ts';

const OWNER = '0191b2c3-0000-7000-8000-000000000003';
const REFERENCE = '0191b2c3-0000-7000-8000-000000000009-1';
const sid = (prefix: string, digit: string) => prefix + digit.repeat(32);
/** Remembers as the database does; `begun` has steps whose answer was lost. */
const notes = (kept: Record<string, string> = {}, begun: readonly string[] = []): PapersNotes => ({
  once: async (name, make, find) => (kept[name] ??= (begun.includes(name) && (await find?.())) || (await make())),
});

const given = (more: Partial<PapersToHandIn['given']> = {}): PapersToHandIn['given'] => ({
  owner: 'business',
  details: { business_name: 'Bakery GmbH', website: 'https://bakery.example' },
  address: {
    ...{ name: 'Bakery GmbH', street: 'Hauptstr. 1', city: 'Berlin', region: 'Berlin' },
    ...{ postalCode: '10115', countryCode: 'DE' },
  },
  documents: [
    {
      ...{ key: 'business_name_info', accepted: 'commercial_registrar_excerpt' },
      fields: { document_number: 'HRB 1' },
      file: { contentType: 'application/pdf', bytes: new TextEncoder().encode('%PDF-1.7 excerpt') },
    },
    { key: 'proof_of_address', accepted: 'address', fields: {}, file: null },
  ],
  ...more,
});
const toHandIn = (more: Partial<PapersToHandIn> = {}): PapersToHandIn => ({
  ...{ number: '+4930901820', countryCode: 'DE', owner: OWNER, reference: REFERENCE },
  ...{ email: 'papers@topline.example', callbackUrl: `${PUBLIC_CALLBACK}/twilio/papers?papers=${REFERENCE}` },
  given: given(),
  ...more,
});
const posts = () =>
  simulator.requests.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).pathname);
const deletions = () =>
  simulator.requests.filter(({ method }) => method === 'DELETE').map(({ url }) => new URL(url).pathname);
const bodyOf = (path: RegExp, nth = 0) =>
  simulator.requests.filter(({ method, url }) => method === 'POST' && path.test(new URL(url).pathname))[nth]?.body ??
  '';

describe('at Twilio', () => {
  const BUNDLE = sid('BU', 'b');
  const ADDRESS = sid('AD', 'a');
  const R = '/v2/RegulatoryCompliance';
  withSimulator(twilio);

  function answersAsTwilio(evaluation: Json = { status: 'compliant', results: [] }): void {
    simulator.script('POST', /Addresses\.json$/, ok({ sid: ADDRESS }, 201));
    simulator.script('POST', /EndUsers$/, ok({ sid: sid('IT', 'c') }, 201));
    const documents = ['d', 'e'].map((digit) => ok({ sid: sid('RD', digit) }, 201));
    simulator.script('POST', /SupportingDocuments$/, ...documents);
    simulator.script('POST', /\/Bundles$/, ok({ sid: BUNDLE, status: 'draft' }, 201));
    simulator.script('POST', /ItemAssignments$/, ok({ sid: sid('BV', 'f') }, 201));
    simulator.script('GET', /\/Bundles\/BU\w+$/, ok({ sid: BUNDLE, status: 'draft' }));
    simulator.script('POST', /Evaluations$/, ok(evaluation, 201));
    simulator.script('POST', /\/Bundles\/BU\w+$/, ok({ sid: BUNDLE, status: 'pending-review' }));
  }

  test('address, owner and documents become items of one bundle, which is evaluated and submitted', async () => {
    answersAsTwilio();
    expect(await carrier.papers?.handIn?.(toHandIn(), notes())).toBe(BUNDLE);
    const items = `${R}/Bundles/${BUNDLE}/ItemAssignments`;
    expect(posts().map((path) => path.replace(/^.*AC\w{32}/, ''))).toEqual([
      '/Addresses.json',
      ...[`${R}/EndUsers`, `${R}/SupportingDocuments`, `${R}/SupportingDocuments`, `${R}/Bundles`],
      ...[items, items, items, `${R}/Bundles/${BUNDLE}/Evaluations`, `${R}/Bundles/${BUNDLE}`],
    ]);
    expect(Object.fromEntries(new URLSearchParams(bodyOf(/Bundles$/)))).toEqual({
      ...{ FriendlyName: OWNER, IsoCountry: 'DE', NumberType: 'local', EndUserType: 'business' },
      ...{ Email: 'papers@topline.example', StatusCallback: toHandIn().callbackUrl },
    });
    expect(bodyOf(/SupportingDocuments$/)).toContain('%PDF-1.7 excerpt');
    expect(bodyOf(/SupportingDocuments$/)).toContain(`{"document_number":"HRB 1","address_sids":["${ADDRESS}"]}`);
    const shown = new URLSearchParams(bodyOf(/SupportingDocuments$/, 1));
    expect([shown.get('Type'), shown.get('Attributes')]).toEqual(['address', `{"address_sids":["${ADDRESS}"]}`]);
    const assigned = simulator.requests.filter(({ method, url }) => method === 'POST' && url.endsWith(items));
    expect(assigned.map(({ body }) => new URLSearchParams(body).get('ObjectSid'))).toEqual([
      ...[sid('IT', 'c'), sid('RD', 'd'), sid('RD', 'e')],
    ]);
  });

  test('a bundle whose answer was lost is found by its callback address, and no second one is made', async () => {
    answersAsTwilio();
    const others = { sid: sid('BU', '1'), friendly_name: OWNER, status_callback: 'https://topline.example/x' };
    const own = { sid: BUNDLE, friendly_name: OWNER, status_callback: toHandIn().callbackUrl };
    simulator.script('GET', /\/Bundles$/, ok({ results: [others, own] }));
    const kept = { address: ADDRESS, 'end-user': sid('IT', 'c'), 'document business_name_info': sid('RD', 'd') };
    const ids = { ...kept, 'document proof_of_address': sid('RD', 'e') };
    expect(await carrier.papers?.handIn?.(toHandIn(), notes(ids, ['bundle']))).toBe(BUNDLE);
    expect(posts().filter((path) => path.endsWith('/Bundles'))).toEqual([]);
  });

  test.each(['pending-review', 'in-review', 'twilio-approved'])(
    'a bundle that is %s is not submitted again',
    async (status) => {
      simulator.script('GET', /\/Bundles\/BU\w+$/, ok({ sid: BUNDLE, status }));
      const items = ['IT', 'RD'].map((prefix) => sid(prefix, 'c'));
      const assigned = Object.fromEntries(items.map((item) => [`item ${item}`, sid('BV', 'f')]));
      const [owner = '', document = ''] = items;
      const all = { address: ADDRESS, 'end-user': owner, 'document business_name_info': document, bundle: BUNDLE };
      const one = given({ documents: given().documents.slice(0, 1) });
      expect(await carrier.papers?.handIn?.(toHandIn({ given: one }), notes({ ...all, ...assigned }))).toBe(BUNDLE);
      expect(posts()).toEqual([]);
    },
  );

  test('incomplete papers are refused in the words of the evaluation, and not submitted', async () => {
    const invalid = [{ failure_reason: 'The Business Name is missing.' }, { failure_reason: 'It is too short.' }];
    answersAsTwilio({ status: 'noncompliant', results: [{ passed: false, failure_reason: 'no', invalid }] });
    const refusal = await carrier.papers?.handIn?.(toHandIn(), notes()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PapersRefused);
    expect(String(refusal)).toContain('The Business Name is missing. It is too short.');
    expect(posts().at(-1)).toEndWith('/Evaluations');
  });

  test('a refused address is the customer’s to correct, a fault there is tried again', async () => {
    const wrong = { code: 21_628, message: 'The address is invalid', status: 400 };
    simulator.script('POST', /Addresses\.json$/, ok(wrong, 400), ok({ ...wrong, status: 401 }, 401));
    const tried = () => carrier.papers?.handIn?.(toHandIn(), notes()).catch((error: unknown) => error);
    expect(await tried()).toEqual(new PapersRefused('The address is invalid'));
    const later = await tried();
    expect(later).toBeInstanceOf(Error);
    expect(later).not.toBeInstanceOf(PapersRefused);
  });

  test('rejected ones say why, in the words of their documents', async () => {
    simulator.script('GET', /\/Bundles\/BU\w+$/, ok({ sid: BUNDLE, status: 'twilio-rejected' }));
    const items = [sid('IT', 'c'), sid('RD', 'd')].map((object_sid) => ({ sid: sid('BV', 'f'), object_sid }));
    simulator.script('GET', /ItemAssignments$/, ok({ results: items }));
    const document = { sid: sid('RD', 'd'), status: 'rejected', failure_reason: 'The excerpt is too old.' };
    simulator.script('GET', /SupportingDocuments\/RD\w+$/, ok(document));
    expect(await carrier.papers?.news?.(BUNDLE)).toEqual({ state: 'rejected', reason: 'The excerpt is too old.' });
  });
});

describe('the things made at Twilio are deleted', () => {
  withSimulator(twilio);

  test('the bundle before what is in it, and what is gone already counts', async () => {
    const [R, A] = ['/v2/RegulatoryCompliance', `/2010-04-01/Accounts/${ACCOUNT.twilio.sid}/Addresses`];
    const made = {
      address: sid('AD', 'a'),
      'end-user': sid('IT', 'c'),
      'document proof': sid('RD', 'd'),
      bundle: sid('BU', 'b'),
      [`item ${sid('IT', 'c')}`]: sid('BV', 'f'),
    };
    simulator.script('DELETE', /SupportingDocuments/, ok({ code: 20_404, message: 'gone', status: 404 }, 404));
    simulator.script('DELETE', /./, ok(null, 204));
    await carrier.papers?.withdraw?.(made);
    expect(deletions()).toEqual([
      ...[`${R}/Bundles/${made.bundle}`, `${R}/SupportingDocuments/${made['document proof']}`],
      ...[`${R}/EndUsers/${made['end-user']}`, `${A}/${made.address}.json`],
    ]);
  });

  test('later where a number still needs the bundle', async () => {
    simulator.script('DELETE', /Bundles/, ok({ code: 21_648, message: 'active number', status: 400 }, 400));
    await expect(carrier.papers?.withdraw?.({ bundle: sid('BU', 'b'), address: sid('AD', 'a') })).rejects.toThrow();
    expect(deletions()).toHaveLength(1);
  });
});

describe('at Telnyx', () => {
  const GROUP = '3fa85f64-5717-4562-b3fc-2c963f66afa7';
  withSimulator(telnyx);

  test('the things made there are deleted: the group before its documents and its address', async () => {
    simulator.script('DELETE', /requirement_groups/, ok({ id: 'g1', status: 'approved' }));
    simulator.script('DELETE', /./, ok({ data: {} }));
    await carrier.papers?.withdraw?.({ address: 'a1', 'document r2': 'd1', group: 'g1' });
    expect(deletions()).toEqual(['/v2/requirement_groups/g1', '/v2/documents/d1', '/v2/addresses/a1']);
  });

  const asked: Json = [
    { id: 'r1', name: 'Company name', field_type: 'textual' },
    { id: 'r2', name: 'Proof of registration', field_type: 'document' },
    { id: 'r3', name: 'Address', field_type: 'address' },
  ];
  const told = given({
    details: { r1: 'Bakery GmbH' },
    documents: given()
      .documents.slice(0, 1)
      .map((each) => ({ ...each, key: 'r2', accepted: 'Proof of registration', fields: {} })),
  });
  const values: Json = [
    { requirement_id: 'r1', field_value: 'Bakery GmbH' },
    { requirement_id: 'r2', field_value: 'd1' },
    { requirement_id: 'r3', field_value: 'a1' },
  ];

  function answersAsTelnyx(): void {
    simulator.script('GET', /regulatory_requirements$/, ok({ data: [{ regulatory_requirements: asked }] }));
    simulator.script('POST', /documents$/, ok({ data: { id: 'd1' } }));
    simulator.script('POST', /addresses$/, ok({ data: { id: 'a1' } }));
    simulator.script('POST', /requirement_groups$/, ok({ id: GROUP, status: 'unapproved' }));
    simulator.script('GET', /requirement_groups\/[\w-]+$/, ok({ id: GROUP, status: 'unapproved' }));
    simulator.script('POST', /submit_for_approval$/, ok({ id: GROUP, status: 'pending-approval' }));
  }

  test('address and files become values of one group, which is submitted', async () => {
    answersAsTelnyx();
    expect(await carrier.papers?.handIn?.(toHandIn({ given: told }), notes())).toBe(GROUP);
    expect(posts()).toEqual([
      ...['/v2/documents', '/v2/addresses', '/v2/requirement_groups'],
      `/v2/requirement_groups/${GROUP}/submit_for_approval`,
    ]);
    expect(JSON.parse(bodyOf(/documents$/))).toMatchObject({ file: btoa('%PDF-1.7 excerpt') });
    expect(JSON.parse(bodyOf(/requirement_groups$/))).toEqual({
      ...{ action: 'ordering', country_code: 'DE', phone_number_type: 'local', customer_reference: OWNER },
      regulatory_requirements: values,
    });
  });

  test('a group whose answer was lost is found by its values, and none is made again', async () => {
    answersAsTelnyx();
    const of = (id: string, regulatory_requirements: Json): Json => ({
      ...{ id, status: 'unapproved', customer_reference: OWNER, regulatory_requirements },
    });
    simulator.script('GET', /requirement_groups$/, ok([of('older', []), of(GROUP, values)]));
    const kept = { 'document r2': 'd1', address: 'a1' };
    expect(await carrier.papers?.handIn?.(toHandIn({ given: told }), notes(kept, ['group']))).toBe(GROUP);
    expect(posts()).toEqual([`/v2/requirement_groups/${GROUP}/submit_for_approval`]);
  });

  test('declined ones name what was declined', async () => {
    const declined = [
      { requirement_id: 'r1', status: 'approved' },
      { requirement_id: 'r2', status: 'declined' },
    ];
    const found = { id: GROUP, status: 'declined', regulatory_requirements: declined };
    simulator.script('GET', /requirement_groups\/[\w-]+$/, ok(found));
    simulator.script('GET', /regulatory_requirements$/, ok({ data: [{ regulatory_requirements: asked }] }));
    expect(await carrier.papers?.news?.(GROUP)).toEqual({ state: 'rejected', reason: 'Proof of registration' });
  });
});
