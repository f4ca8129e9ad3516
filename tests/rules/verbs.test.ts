import { expect, test } from 'bun:test';
import { readSources } from './sources.ts';
import { shapelessVerbs } from './verbs.ts';

test('a verb takes a context and an input', () => {
  expect(shapelessVerbs(readSources())).toEqual([]);
});

test('red: a verb with three parameters', () => {
  const routes = { path: 'src/money/orders/routes.ts', text: "import { pay } from './pay.ts';\n" };
  const verb = (parameters: string) => ({
    path: 'src/money/orders/pay.ts',
    text: `export async function pay(${parameters}): Promise<void> {}\n`,
  });
  expect(shapelessVerbs([routes, verb('tx: Transaction, actor: Actor, id: string')])).toEqual(['pay']);
  const { text } = verb('{ tx, actor }: Change<Deps, Actor>, { id, price }: { id: string; price: Money },');
  expect(shapelessVerbs([routes, { path: 'src/money/orders/pay.ts', text }])).toEqual([]);
});
