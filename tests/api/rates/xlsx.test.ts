import { strToU8, zipSync } from 'fflate';
import { deckChanges } from '../../../src/money/decks/changes-contract.ts';
import { appForFile, expectProblem, makeAdmin } from '../../kit/index.ts';
import { newList } from './lists.ts';

const app = await appForFile({ background: false });
const admin = await makeAdmin(app);
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const text = (index: number) => `t="s"><v>${index}</v></c>`;

/**
 * A workbook whose first sheet is not the first file, with numbers and shared texts as Excel writes them: of a cell that is
 * empty, as the fee is, it writes nothing.
 */
const PARTS = {
  'xl/workbook.xml': `${HEAD}<workbook ${MAIN} xmlns:r="${RELATION}"><sheets>
    <sheet name="Prices" sheetId="7" r:id="rId9"/><sheet name="Notes" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships>
    <Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/>
    <Relationship Id="rId9" Type="${RELATION}/worksheet" Target="/xl/worksheets/sheet2.xml"/>
    <Relationship Id="rId3" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': `${HEAD}<worksheet ${MAIN}><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
  'xl/worksheets/sheet2.xml': `${HEAD}<x:worksheet xmlns:x="main"><x:sheetData>
    ${`<row r="1"><c r="A1" ${text(0)}<c r="B1" ${text(1)}<c r="C1" ${text(2)}<c r="D1" ${text(6)}<c r="E1" ${text(3)}<c r="F1" ${text(4)}</row>`.replaceAll(/<(\/?)(row|c|v)\b/g, '<$1x:$2')}
    <x:row r="2"/>
    <x:row r="3"><x:c r="A3"><x:v>44</x:v></x:c><x:c r="B3" t="s"><x:v>5</x:v></x:c><x:c r="C3" s="2"><x:f>7/200</x:f><x:v>3.5000000000000003E-2</x:v></x:c><x:c r="E3"><x:v>30</x:v></x:c><x:c r="F3"><x:v>6</x:v></x:c></x:row>
    <x:row r="4"><x:c r="A4" t="inlineStr"><x:is><x:t>0049</x:t></x:is></x:c><x:c r="B4" t="str"><x:v>Germany &amp; more</x:v></x:c><x:c r="C4"><x:v>0.1</x:v></x:c></x:row>
    </x:sheetData></x:worksheet>`,
  'xl/sharedStrings.xml': `${HEAD}<sst ${MAIN}>${['prefix', 'name', 'rate', 'first interval', 'next interval']
    .map((each) => `<si><t>${each}</t></si>`)
    .join('')}<si><r><t>United </t></r><r><t>Kingdom</t></r><rPh><t>read aloud</t></rPh></si><si><t>fee</t></si></sst>`,
};

/** @param changed parts that are other ones; null: missing */
const workbook = (changed: Record<string, string | Uint8Array | null> = {}): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries({ ...PARTS, ...changed }).flatMap(([name, part]) =>
        part === null ? [] : [[name, typeof part === 'string' ? strToU8(part) : part]],
      ),
    ),
  );

const post = (path: string, body: Uint8Array) =>
  admin.as(`/api/admin/rate-decks/${path}`, {
    ...{ method: 'POST', body: new Uint8Array(body) },
    headers: { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  });

test('the first sheet of a workbook is shown, imported and exported', async () => {
  const { id } = await newList(admin, { service: 'voice' });
  const shown = deckChanges.parse(await (await post(`${id}/preview`, workbook())).json());
  expect(shown).toMatchObject({ rows: 2, new: 2, rounded: 0 });
  expect(shown.examples).toContainEqual(
    expect.objectContaining({ prefix: '49', name: 'Germany & more', after: '0.1000' }),
  );
  expect((await post(`${id}/imports?fileName=prices.xlsx`, workbook())).status).toBe(201);
  const csv = await (await admin.as(`/api/admin/rate-decks/${id}/rows.csv`)).text();
  expect(csv).toContain('44,United Kingdom,0.0350,0.0000,30,6');
  expect(csv).toContain('49,Germany & more,0.1000,0.0000,60,60');
});

const SHEET = 'xl/worksheets/sheet2.xml';
const ENTITIES = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(99)}">]>`;
const whole = workbook();
test.each([
  ['half of an archive', whole.subarray(0, whole.byteLength / 2), 'validation_failed'],
  ['an archive of something else', zipSync({ 'a.txt': strToU8('hello') }), 'validation_failed'],
  ['no sheet', workbook({ [SHEET]: null }), 'validation_failed'],
  ['a sheet that ends early', workbook({ [SHEET]: PARTS[SHEET].slice(0, -30) }), 'validation_failed'],
  [
    'entities of its own',
    workbook({ [SHEET]: ENTITIES + PARTS[SHEET].replace('Germany', '&b;') }),
    'validation_failed',
  ],
  ['bytes that are no text', workbook({ [SHEET]: new Uint8Array([0x3c, 0xff, 0xfe]) }), 'validation_failed'],
  ['megabytes in a few bytes', workbook({ 'xl/workbook.xml': ' '.repeat(3_000_000) }), 'payload_too_large'],
  ['a wrong price', workbook({ [SHEET]: PARTS[SHEET].replace('>0.1<', '>free<') }), 'validation_failed'],
] as const)('a spreadsheet with %s changes nothing', async (_what, body, code) => {
  const { id } = await newList(admin, { service: 'voice' });
  await expectProblem(await post(`${id}/preview`, body), code);
  await expectProblem(await post(`${id}/imports?fileName=x.xlsx`, body), code);
  expect(await app.deps.sql`select from rate_rows where deck_id = ${id}`).toHaveLength(0);
});
