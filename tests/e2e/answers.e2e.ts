import { bought } from '../api/numbers/numbers.ts';
import { funded } from '../kit/actors.ts';
import { newNumber } from '../kit/messages.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

test('rules are made, put in order, tried, answered live and removed', async ({ app, page }) => {
  const person = await funded(app, '100.00');
  const { id } = await bought(person);
  await signIn(page, person, `/did-numbers/${id}`);
  const rules = page.getByRole('main');
  await expect(rules.getByText('No rules yet.')).toBeVisible();

  await rules.getByRole('button', { name: 'Add rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByLabel('Word', { exact: true }).fill('Stop');
  await form.getByLabel('Text').fill('Nine pounds, {name}');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Choose another word: Stop stops messages')).toBeVisible();
  await form.getByLabel('Word', { exact: true }).fill('Price');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await rules.getByRole('button', { name: 'Add rule' }).click();
  await form.getByLabel('If').selectOption('Any message comes in');
  await form.getByLabel('Text').fill('Thank you');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await rules.getByRole('button', { name: 'Move rule 2 up' }).click();
  const list = rules.getByRole('list', { name: 'Rules' });
  await expect(list.getByRole('listitem').first()).toContainText('Any message');

  await rules.getByRole('button', { name: 'Hours and limits' }).click();
  const office = page.getByRole('dialog', { name: 'Hours and limits' });
  await office.getByRole('switch', { name: 'Reply outside business hours' }).click();
  await office.getByLabel('Reply text').fill('We are closed');
  await office.getByLabel('Closed days').first().fill('2026-12-25');
  await office.getByRole('button', { name: 'Add', exact: true }).click();
  await office.getByRole('button', { name: 'Remove hours 1' }).click();
  await expectAccessible(page);
  await office.getByRole('button', { name: 'Save' }).click();
  await expect(office).toBeHidden();

  await rules.getByRole('button', { name: 'Try rules' }).click();
  const trial = page.getByRole('dialog', { name: 'Try the rules' });
  await trial.getByLabel('Message').fill('Hello');
  await trial.getByRole('button', { name: 'Show' }).click();
  await expect(trial.getByText('It is outside your hours.')).toBeVisible();
  await expect(trial.getByText('Answer to +447911123456: We are closed')).toBeVisible();
  await trial.getByRole('button', { name: 'Close' }).last().click();

  const from = newNumber();
  await person.as(`/api/users/${person.id}/did-numbers/${id}/try`, { json: { from, text: 'Hello' } });
  const sent = rules.getByRole('list', { name: 'Sent automatically' });
  await expect(sent.getByText(from)).toBeVisible();
  await expect(sent.getByText('Sent', { exact: true })).toBeVisible();

  await rules.getByRole('button', { name: 'Remove rule 1' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
});
