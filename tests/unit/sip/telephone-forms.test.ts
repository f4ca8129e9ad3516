import { writeWav } from '../../../src/platform/kit/wav.ts';
import { telephoneForm } from '../../../src/services/sip/answering-machine/telephone-forms.ts';

/** A recording of its own. @returns its form for telephones, and how often it was read */
function stored() {
  const key = crypto.randomUUID();
  const bytes = writeWav({ rate: 16_000, samples: new Int16Array(1600).fill(500) });
  let reads = 0;
  const read = () => {
    reads++;
    return Promise.resolve(bytes);
  };
  return { form: () => telephoneForm(key, read), reads: () => reads };
}

test('calls at the same time, and later ones, get what was made for the first', async () => {
  const greeting = stored();
  const [first, second] = await Promise.all([greeting.form(), greeting.form()]);
  expect(first?.length).toBe(44 + 1600);
  expect(second).toBe(first);
  expect(await greeting.form()).toBe(first);
  expect(greeting.reads()).toBe(1);
});

test('sixteen are kept: the one that was not heard for longest goes', async () => {
  const [often, seldom] = [stored(), stored()];
  for (const each of [often, seldom, often]) await each.form();
  for (let others = 0; others < 15; others++) await stored().form();
  await often.form();
  expect([often.reads(), seldom.reads()]).toEqual([1, 1]);
  await seldom.form();
  expect(seldom.reads()).toBe(2);
});
