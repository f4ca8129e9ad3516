import { extractText, getDocumentProxy } from 'unpdf';
import { billingDetails, invoice, type Invoice } from '../../../src/money/invoices/contract.ts';
import { decideVat, taxed } from '../../../src/money/invoices/decide-vat.ts';
import { mails } from '../../../db/schema/index.ts';
import { eq } from 'drizzle-orm';
import { askVatNumbers } from '../../../src/money/invoices/ask-vat-numbers.ts';
import { issueInvoices } from '../../../src/money/invoices/issue-month.ts';
import { newId } from '../../../src/platform/kit/ids.ts';
import { formatMoney, parseMoney } from '../../../src/platform/kit/money.ts';
import { activity } from '../../../src/admin/contract.ts';
import { appForFile, makePair, readAs, deliverMails, mailTo } from '../../kit/index.ts';
import { makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { move } from '../statements/statements.ts';

const app = await appForFile({ background: false });
const admin = await makeAdmin(app);
const { reseller, customer } = await makePair(app);
const person = await signUp(app, { fullName: 'Zoë Müller' });
const company = await signUp(app, { fullName: 'Ann Other' });

const setting = (name: string, value: string | null) =>
  admin.as('/api/admin/settings', { method: 'PUT', json: { settings: [{ name, value }] } });
const invoicesOf = (of: TestActor) => readAs(of.as(`/api/users/${of.id}/invoices`), invoice.array());
const detailsOf = (of: TestActor, json: unknown) =>
  of.as(`/api/users/${of.id}/billing-details`, { method: 'PUT', json });
const fileOf = (of: TestActor, { id }: Invoice, form: string) =>
  of.as(`/api/users/${of.id}/invoices/${id}/invoice.${form}`);
const NONE = {
  isBusiness: false,
  legalName: null,
  street: null,
  city: null,
  postcode: null,
  vatNumber: null,
};

async function prepare() {
  const set = {
    ...{ company_name: 'Topline & Co Ltd', company_street: 'High Street 1', company_city: 'London' },
    ...{ company_country: 'GB', company_vat_number: 'gb 980 7806 84', invoices_over: 'usage' },
  };
  for (const [name, value] of Object.entries(set)) expect((await setting(name, value)).status).toBe(200);
  await person.as(`/api/users/${person.id}`, { method: 'PUT', json: { country: 'GB', language: 'de' } });
  await company.as(`/api/users/${company.id}`, { method: 'PUT', json: { country: 'DE' } });
  const business = { ...NONE, isBusiness: true, legalName: 'Ander <GmbH>', vatNumber: 'DE 136 695 976' };
  expect(await readAs(detailsOf(company, business), billingDetails)).toMatchObject({ vatNumber: 'DE136695976' });
  await detailsOf(reseller, { ...NONE, legalName: 'Brand GmbH', street: 'Weg 2', city: 'Berlin' });
  await reseller.as(`/api/users/${reseller.id}`, { method: 'PUT', json: { country: 'DE' } });
  for (const of of [person, company, customer])
    await move(app, of, { type: 'credit_purchase', change: '500.00', at: '2030-01-01T00:00:00.000Z' });
  await move(app, person, { type: 'sms_charge', change: '-12.00', at: '2030-01-01T00:00:00.000Z' });
  await move(app, company, { type: 'other', change: '-30.03', at: '2030-01-31T23:59:59.999Z' });
  await move(app, customer, { type: 'other', change: '-5.00', at: '2030-01-15T00:00:00.000Z' });
}
await prepare();
app.clock.moveTo('2030-02-02T00:00:00.000Z');
// Two processes, and one that ran before: each account gets one invoice, and no number is missing.
await Promise.all([issueInvoices(app.deps), issueInvoices(app.deps)]);
await issueInvoices(app.deps);

test('the usage of a month is invoiced once, to the last millisecond, with the VAT that is in it', async () => {
  const [own, ...more] = await invoicesOf(person);
  expect(more).toEqual([]);
  expect(own).toMatchObject({
    ...{ kind: 'invoice', treatment: 'standard', vatRate: '20', net: '10.00', vat: '2.00', gross: '12.00' },
    ...{ periodFrom: '2030-01-01', periodTo: '2030-01-31', seller: 'Topline & Co Ltd' },
    lines: [{ item: 'messages', net: '10.00' }],
  });
  const [reverse] = await invoicesOf(company);
  expect(reverse).toMatchObject({ treatment: 'reverse', vatRate: '0', vat: '0.00', gross: '30.03' });
  const all = await readAs(admin.as('/api/admin/invoices'), invoice.array());
  // The reseller buys what the customer used, and sells it in their own name and range.
  expect(all.map(({ number }) => number).toSorted()).toEqual(['2030-000001', '2030-000002', '2030-000003']);
  expect(await invoicesOf(reseller)).toMatchObject([{ gross: '5.00', lines: [{ item: 'customers' }] }]);
  expect(await invoicesOf(customer)).toMatchObject([
    { seller: 'Brand GmbH', number: '2030-000001', treatment: 'exempt', gross: '5.00' },
  ]);
});

test('nothing changes an invoice, not even SQL, and a refund later is a credit note of the month of the refund', async () => {
  const change = async (statement: string) => app.deps.sql.unsafe(statement);
  await expect(change(`update invoices set gross = 1`)).rejects.toThrow('neither changed nor deleted');
  await expect(change(`delete from invoices`)).rejects.toThrow('neither changed nor deleted');
  const charge = await app.deps.sql<{ id: string }[]>`
    select id from transactions where user_id = ${person.id} and type = 'sms_charge'`;
  const refunds = charge[0]?.id ?? '';
  await move(app, person, { type: 'refund', change: '6.00', at: '2030-02-10T00:00:00.000Z', refunds });
  app.clock.moveTo('2030-03-02T00:00:00.000Z');
  for (const month of ['2030-01', '2030-02'])
    expect((await admin.as(`/api/admin/accounts/months/${month}/close`, { json: {} })).status).toBe(200);
  await issueInvoices(app.deps);
  await issueInvoices(app.deps);
  const [note, first, ...more] = await invoicesOf(person);
  expect(more).toEqual([]);
  expect(note).toMatchObject({
    ...{ kind: 'credit_note', number: 'CN-2030-000001', correctsId: first?.id, gross: '6.00', vat: '1.00' },
  });
  // £6.00 of it is left, and not a penny more is given back by hand, however many ask at once.
  const give = (amount: string) =>
    admin.as(`/api/admin/invoices/${first?.id}/credit-notes`, { json: { amount, reason: 'agreed' } });
  expect((await give('6.01')).status).toBe(409);
  const answers = await Promise.all(['3.00', '3.00', '3.00'].map(give));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409]);
  expect(await readAs(admin.as('/api/admin/activity?action=invoice.corrected'), activity.array())).toHaveLength(2);
  // Nothing is left of it for a refund after that.
  await move(app, person, { type: 'refund', change: '6.00', at: '2030-03-10T00:00:00.000Z', refunds });
  app.clock.moveTo('2030-04-02T00:00:00.000Z');
  await issueInvoices(app.deps);
  const notes = (await invoicesOf(person)).filter(({ kind }) => kind === 'credit_note');
  expect(notes).toHaveLength(3);
  // The month of the first one was closed before it was issued.
  const booked = await app.deps.sql`select booked_on::text as on from invoices where number = ${note?.number ?? ''}`;
  expect(booked[0]?.on).toBe('2030-03-02');
});

test('the PDF is in the customer’s language, and the UBL has its elements in the published order', async () => {
  const own = (await invoicesOf(person)).at(-1);
  const reverse = (await invoicesOf(company)).at(-1);
  if (!own || !reverse) throw new Error('there is no invoice');
  const pdf = await getDocumentProxy(new Uint8Array(await (await fileOf(person, own, 'pdf')).arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: true });
  for (const part of ['Rechnung 2030-00000', 'Zoë Müller', 'Topline & Co Ltd', 'GB980780684', '12,00', 'Nachrichten'])
    expect(text).toContain(part);
  const xml = await (await fileOf(company, reverse, 'xml')).text();
  expect(xml).toContain('Ander &lt;GmbH&gt;');
  const names = [...xml.matchAll(/<(?:cac|cbc):(\w+)/g)].map(([, name]) => name ?? '');
  const ORDER = [
    ...['CustomizationID', 'ProfileID', 'ID', 'IssueDate', 'InvoiceTypeCode', 'DocumentCurrencyCode'],
    ...['BuyerReference', 'InvoicePeriod', 'AccountingSupplierParty', 'AccountingCustomerParty', 'TaxTotal'],
    ...['LegalMonetaryTotal', 'InvoiceLine'],
  ];
  const places = ORDER.map((name) => names.indexOf(name));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(xml).toContain('<cbc:TaxExemptionReasonCode>VATEX-EU-AE</cbc:TaxExemptionReasonCode>');
  expect(xml).toContain('<cbc:CompanyID>DE136695976</cbc:CompanyID>');
  expect(xml).toContain('<cbc:PayableAmount currencyID="GBP">0.00</cbc:PayableAmount>');
  const note = (await invoicesOf(person)).find(({ kind }) => kind === 'credit_note');
  if (!note) throw new Error('there is no credit note');
  expect(await (await fileOf(person, note, 'xml')).text()).toContain(
    `<cbc:ID>${own.number}</cbc:ID></cac:InvoiceDocumentReference>`,
  );
  expect((await person.as(`/api/users/${person.id}/invoices/${reverse.id}/invoice.pdf`)).status).toBe(404);
});

test('one invoice for each top-up where that is chosen, and none where the settings name no seller', async () => {
  expect((await setting('invoices_over', 'top_up')).status).toBe(200);
  const { id } = await move(app, person, { type: 'credit_purchase', change: '60.00', at: '2030-03-15T12:00:00.000Z' });
  const paid = { change: '0.00', at: '2030-03-16T12:00:00.000Z' };
  const trunk = await move(app, person, { type: 'voice_package', ...paid });
  const { sql } = app.deps;
  await sql`update transactions set status = 'verified' where id = ${id}`;
  // Paid in a coin, and a little more arrived than it costs.
  await sql`update transactions set status = 'verified', amount = 120, received_amount = 126, description = 'PO <7>',
    wording = null, cryptocurrency = 'BTC' where id = ${trunk.id}`;
  await detailsOf(person, { ...NONE, byMail: true });
  app.clock.moveTo('2030-04-02T00:00:00.000Z');
  const before = (await invoicesOf(person)).length;
  await setting('company_street', null);
  await issueInvoices(app.deps);
  expect(await invoicesOf(person)).toHaveLength(before);
  await setting('company_street', 'High Street 1');
  await issueInvoices(app.deps);
  await issueInvoices(app.deps);
  const [order, newest, ...older] = await invoicesOf(person);
  expect(older).toHaveLength(before);
  expect(order).toMatchObject({
    gross: '126.00',
    lines: [
      { item: 'trunks', net: '100.00' },
      { item: 'credit', net: '5.00' },
    ],
  });
  if (!order) throw new Error('there is no invoice');
  expect(await (await fileOf(person, order, 'xml')).text()).toContain(
    '<cac:OrderReference><cbc:ID>PO &lt;7&gt;</cbc:ID></cac:OrderReference>',
  );
  // Each comes once by mail, with the same file.
  await deliverMails(app);
  const pdf = await fileOf(person, order, 'pdf');
  const { text } = await extractText(await getDocumentProxy(await pdf.bytes()), { mergePages: true });
  expect(text).toContain('Bestellreferenz: PO <7>');
  const mail = await mailTo(app, person.email, new RegExp(`^Rechnung ${order.number} von Topline`));
  expect(mail.attachments).toMatchObject([{ filename: `invoice-${order.number}.pdf`, mimeType: 'application/pdf' }]);
  expect(await app.deps.db.$count(mails, eq(mails.kind, 'invoice_issued'))).toBe(2);
  expect(newest).toMatchObject({ periodFrom: '2030-03-15', vat: '10.00', lines: [{ item: 'credit', net: '50.00' }] });
});

test('each time that a payment is taken back in part, what was taken back is a credit note', async () => {
  const [invoiced] = await app.deps.sql`
    select transaction_id as id from invoices where gross = 126 and kind = 'invoice'`;
  const takeBack = (amount: string) =>
    admin.as(`/api/admin/payments/${invoiced?.id}/reversals`, { json: { amount, reason: 'It bounced' } });
  app.clock.moveTo('2030-04-10T00:00:00.000Z');
  for (const amount of ['6.00', '12.00']) {
    expect((await takeBack(amount)).status).toBe(201);
    app.clock.moveTo(amount === '6.00' ? '2030-05-02T00:00:00.000Z' : '2030-06-02T00:00:00.000Z');
    await issueInvoices(app.deps);
    await issueInvoices(app.deps);
  }
  const notes = (await invoicesOf(person)).filter(
    ({ kind, lines }) => kind === 'credit_note' && lines[0]?.item === 'trunks',
  );
  expect(notes.map(({ gross }) => gross)).toEqual(['12.00', '6.00']);
});

test('offices are asked about VAT numbers; what they do not know has no reverse charge, and no answer changes nothing', async () => {
  const [office, asked] = [{ valid: false, error: 'MS_UNAVAILABLE' }, [] as unknown[]];
  const server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/oauth/token') return Response.json({ access_token: (await request.formData()).get('scope') });
      if (request.method === 'GET') {
        asked.push([pathname, request.headers.get('authorization'), request.headers.get('accept')]);
        return office.valid
          ? Response.json({ target: {}, consultationNumber: 'ypAeKRPlW' })
          : Response.json({ code: 'NOT_FOUND' }, { status: 404 });
      }
      asked.push(await request.json());
      const { valid, error } = office;
      return Response.json({ valid, userError: valid ? 'VALID' : error, requestIdentifier: valid ? 'WAPI1' : '' });
    },
  });
  const vies = `http://127.0.0.1:${server.port}`;
  const hmrc = `http://id:secret@127.0.0.1:${server.port}`;
  const deps = { ...app.deps, config: { ...app.deps.config, vatOffices: { vies, hmrc } } };
  const details = () => readAs(company.as(`/api/users/${company.id}/billing-details`), billingDetails);
  const business = { ...NONE, isBusiness: true, vatNumber: 'DE136695976' };
  await detailsOf(company, business);
  await askVatNumbers(deps);
  expect(asked).toEqual([{ countryCode: 'DE', vatNumber: '136695976' }]);
  expect(await details()).toMatchObject({ vatIsValid: null, vatCheckedAt: null });
  office.error = 'INVALID';
  await askVatNumbers(deps);
  expect(await details()).toMatchObject({ vatIsValid: false, vatCheckedAt: app.clock.now().toISOString() });
  await askVatNumbers(deps);
  expect(asked).toHaveLength(2);
  app.clock.advance(31 * 86_400_000);
  office.valid = true;
  await askVatNumbers(deps);
  expect(await details()).toMatchObject({ vatIsValid: true, vatReference: 'WAPI1' });
  // The answer was about that number alone.
  await detailsOf(company, { ...business, street: 'Weg 1' });
  expect(await details()).toMatchObject({ vatReference: 'WAPI1' });
  await detailsOf(company, { ...business, vatNumber: 'GB980780684' });
  expect(await details()).toMatchObject({ vatIsValid: null, vatReference: null });
  asked.length = 0;
  await askVatNumbers(deps);
  const lookUp = '/organisations/vat/check-vat-number/lookup/980780684/980780684';
  expect(asked).toEqual([[lookUp, 'Bearer read:vat', 'application/vnd.hmrc.2.0+json']]);
  expect(await details()).toMatchObject({ vatIsValid: true, vatReference: 'ypAeKRPlW' });
  await server.stop(true);
});

test('a VAT number of no country’s form is refused, and the change is written down', async () => {
  expect((await detailsOf(person, { ...NONE, vatNumber: 'GB980780685' })).status).toBe(422);
  const rows = await readAs(admin.as('/api/admin/activity?action=billing.changed'), activity.array());
  expect(rows.length).toBeGreaterThan(2);
});

test('a run stops when invoices are switched off, and goes on when they are on again', async () => {
  const { sql, db } = app.deps;
  const ids = Array.from({ length: 450 }, () => newId(app.clock));
  // More accounts than two transactions take, and behind them one that has used something.
  await sql`insert into users (id, email, password, full_name, role, status, credits, created_at, updated_at)
    select id, id || '@crowd.example', '', 'One of many', 'user', 'active', 0, now(), now() from unnest(${ids}::uuid[]) id`;
  const last = await signUp(app);
  await last.as(`/api/users/${last.id}`, { method: 'PUT', json: { country: 'GB' } });
  await move(app, last, { type: 'credit_purchase', change: '50.00', at: '2030-10-01T00:00:00.000Z' });
  await move(app, last, { type: 'other', change: '-6.00', at: '2030-10-02T00:00:00.000Z' });
  await setting('invoices_over', 'usage');
  app.clock.moveTo('2030-11-02T00:00:00.000Z');
  let batches = 0;
  const counting = new Proxy(db, {
    get: (target, name: keyof typeof db) => {
      if (name !== 'transaction') return target[name];
      return async (...work: Parameters<typeof db.transaction>) => {
        if (batches++ === 1) await setting('invoices_over', 'off');
        return target.transaction(...work);
      };
    },
  });
  await issueInvoices({ ...app.deps, db: counting });
  expect(batches).toBe(2);
  expect(await invoicesOf(last)).toEqual([]);
  await setting('invoices_over', 'usage');
  await issueInvoices(app.deps);
  expect(await invoicesOf(last)).toMatchObject([{ gross: '6.00', periodFrom: '2030-10-01' }]);
});

const GB = { country: 'GB', vatNumber: 'GB980780684' };
const buyer = (country: string | null, isBusiness = false, vatNumber: string | null = null) => ({
  ...{ country, isBusiness, vatNumber, hasValidNumber: true },
});
const unknown = { ...buyer('DE', true, 'DE136695976'), hasValidNumber: false };
test.each([
  ['at home', GB, buyer('GB', true, 'GB980780684'), 'standard', '20'],
  ['no country', GB, buyer(null), 'standard', '20'],
  ['a person abroad', GB, buyer('DE'), 'standard', '19'],
  ['a business abroad', GB, buyer('DE', true, 'DE136695976'), 'reverse', '0'],
  ['a business whose number its office does not know', GB, unknown, 'standard', '19'],
  ['a number of another country', GB, buyer('FR', true, 'DE136695976'), 'standard', '20'],
  ['a person with a number', GB, buyer('DE', false, 'DE136695976'), 'standard', '19'],
  ['elsewhere', GB, buyer('NG'), 'zero', '0'],
  ['a seller without a number', { country: 'GB', vatNumber: null }, buyer('GB'), 'exempt', '0'],
] as const)('VAT: %s', (_, seller, customerOf, treatment, rate) => {
  expect(decideVat({ seller, buyer: customerOf, day: '2026-11-30' })).toMatchObject({ treatment, rate });
});

test('the rate is that of the day, and the lines add up whatever is rounded', () => {
  const on = (day: string) => decideVat({ seller: GB, buyer: buyer('EE'), day }).rate;
  expect([on('2025-06-30'), on('2025-07-01')]).toEqual(['22', '24']);
  for (let pence = 1; pence < 400; pence += 7) {
    const items = [1, 2, 3].map((part) => ({
      item: 'calls' as const,
      gross: parseMoney(`${part}.${String(pence % 100).padStart(2, '0')}`),
    }));
    const { lines, gross, vat } = taxed(items, '25.5');
    const net = lines.reduce((sum, line) => sum + parseMoney(line.net), 0n);
    expect(net + vat).toBe(gross);
    expect(Math.abs(Number(formatMoney(vat)) - (Number(formatMoney(gross)) * 25.5) / 125.5)).toBeLessThan(0.00501);
  }
});
