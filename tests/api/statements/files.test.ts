import { extractText, getDocumentProxy } from 'unpdf';
import { appForFile, makePair, signUp, type TestActor } from '../../kit/index.ts';
import { liftGuard } from '../../ledger/rows.ts';
import { move } from './statements.ts';

const PERIOD = '?from=2027-02-01&to=2027-02-28';
const LINES = 130;
const app = await appForFile();
const person = await signUp(app, { fullName: 'Łukasz Żółć', company: 'Ελληνική Δοκιμή' });
await move(app, person, { type: 'credit_purchase', change: '1234.50', at: '2027-01-20T00:00:00.000Z' });
await move(app, person, {
  type: 'adjustment',
  change: '-0.50',
  at: '2027-02-01T09:30:00.000Z',
  description: '=HYPERLINK("http://evil.example","Ваш счёт")',
});
for (let each = 1; each <= LINES; each++) {
  const minutes = String(each % 60).padStart(2, '0');
  const hours = String(10 + Math.floor(each / 60)).padStart(2, '0');
  await move(app, person, {
    type: 'sms_charge',
    change: '-1.00',
    at: `2027-02-10T${hours}:${minutes}:00.000Z`,
    description: `SMS number ${each}`,
  });
}

async function readPdf(query: string) {
  const response = await person.as(`/api/users/${person.id}/statement.pdf${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  const { text } = await extractText(pdf);
  return { pages: text, all: text.join('\n').replace(/\s+/g, ' '), response };
}

test('the CSV has every line, oldest first, numbers as numbers and no formula', async () => {
  const response = await person.as(`/api/users/${person.id}/statement.csv${PERIOD}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="statement-2027-02-01-2027-02-28.csv"',
  );
  const lines = (await response.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(LINES + 2);
  expect(lines[0]).toBe('at,id,type,description,amount,balanceAfter,cryptocurrency,cryptoAmount,rate,rateSources');
  expect(lines[1]).toStartWith('2027-02-01T09:30:00.000Z,');
  expect(lines[1]).toEndWith(`,adjustment,"'=HYPERLINK(""http://evil.example"",""Ваш счёт"")",-0.50,1234.00,,,,`);
  expect(lines.at(-1)).toEndWith(`,sms_charge,SMS number ${LINES},-1.00,1104.00,,,,`);
});

test('the PDF names account and period, and every line stands on some page', async () => {
  const { pages, all, response } = await readPdf(PERIOD);
  expect(response.headers.get('content-disposition')).toStartWith('attachment; filename="statement-');
  expect(pages.length).toBeGreaterThan(2);
  expect(all).toContain('Łukasz Żółć, Ελληνική Δοκιμή');
  expect(all).toContain(person.email);
  expect(all).toContain('1 February 2027 – 28 February 2027 (UTC)');
  expect(all).toContain('Opening balance £1,234.50');
  expect(all).toContain('Ваш счёт');
  for (let each = 1; each <= LINES; each++) expect(all).toContain(`SMS number ${each} -£1.00`);
  expect(all).toContain('Total in £0.00');
  expect(all).toContain('Total out £130.50');
  expect(all.match(/Closing balance £1,104\.00/g)).toHaveLength(2);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`2027-02-28 · ${index + 1}`);
    expect(page).toContain('Date (UTC)');
  }
});

test('the PDF of one type says so and gives its totals', async () => {
  const { all } = await readPdf(`${PERIOD}&type=adjustment`);
  expect(all).toContain('Type Adjustment · 1 transaction');
  expect(all).toContain('Total out £0.50');
  expect(all).not.toContain('SMS number');
});

test('an empty period is a statement too', async () => {
  const { pages, all } = await readPdf('?from=2026-12-01&to=2026-12-31');
  expect(pages).toHaveLength(1);
  expect(all).toContain('0 transactions');
  expect(all).toContain('Opening balance £0.00');
});

test('more lines than a PDF may have are refused, and the refusal names the CSV', async () => {
  const many = await signUp(app);
  await liftGuard(app.deps.sql);
  app.clock.moveTo('2027-04-02T00:00:00.000Z');
  await app.deps.sql`
    with made as (
      insert into transactions (id, user_id, type, amount, description, status, created_at)
      select gen_random_uuid(), ${many.id}, 'other', 0, 'x', 'completed', '2027-04-01' from generate_series(1, 20001)
      returning id
    )
    insert into ledger_entries (id, user_id, amount, balance_after, transaction_id, created_at)
    select id, ${many.id}, 0, 0, id, '2027-04-01' from made`;
  const refused = await many.as(`/api/users/${many.id}/statement.pdf`);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('export as CSV');
  const csv = await many.as(`/api/users/${many.id}/statement.csv`);
  expect((await csv.text()).split('\r\n')).toHaveLength(20_003);
});

test('a reseller’s customer gets the PDF in the name of the brand', async () => {
  const { reseller, customer } = await makePair(app);
  const json = { name: 'Żółć & Söhne' };
  await reseller.as(`/api/users/${reseller.id}/brand`, { method: 'PUT', json });
  const textFor = async (of: TestActor) => {
    const response = await of.as(`/api/users/${of.id}/statement.pdf`);
    const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    return (await extractText(pdf, { mergePages: true })).text;
  };
  expect(await textFor(customer)).toStartWith('Żółć & Söhne\nStatement of account');
  expect(await textFor(reseller)).toStartWith('Topline\nStatement of account');
});

test.each([
  [
    'de',
    ['Kontoauszug', 'Anfangssaldo 0,00 £', 'Guthabenkauf mit Bitcoin +1.500,00 £', 'DID-Nummer +44207 (Frankreich)'],
  ],
  ['ru', ['Выписка', 'Пополнение через Bitcoin', 'Франция']],
  ['ja', ['取引明細書', 'Bitcoin']],
  ['zh', ['账户对账单', 'Bitcoin', '法国']],
  // Words of Arabic are shaped, and read from the right: the sum stands at the left of what it is for.
  ['ar', ['كشف الحساب', 'Bitcoin']],
] as const)('the PDF is in the language of its reader: %s', async (language, said) => {
  const reader = await signUp(app);
  await reader.as(`/api/users/${reader.id}`, { method: 'PUT', json: { language } });
  const at = '2026-11-02T10:00:00.000Z';
  const bought = await move(app, reader, { type: 'credit_purchase', change: '1500.00', at });
  const number = await move(app, reader, { type: 'did_purchase', change: '-4.00', at });
  await app.deps
    .sql`update transactions set wording = '{"code":"purchase","values":{"coin":"Bitcoin"}}' where id = ${bought.id}`;
  await app.deps.sql`update transactions
    set wording = '{"code":"numberMonth","values":{"number":"+44207","country":"FR","count":2}}' where id = ${number.id}`;
  const response = await reader.as(`/api/users/${reader.id}/statement.pdf?from=2026-11-01&to=2026-11-16`);
  const { text } = await extractText(await getDocumentProxy(await response.bytes()), { mergePages: true });
  const plain = text.replaceAll(/[\s\u00a0\u202f]+/g, ' ');
  for (const each of said) expect(plain).toContain(each);
});
