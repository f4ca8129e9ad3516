import { expect, test } from 'bun:test';
import { YAML } from 'bun';
import { join } from 'node:path';

interface Service {
  read_only?: boolean;
  security_opt?: string[];
}

test('no container of compose.yaml writes to its own files, or gains rights', async () => {
  const text = await Bun.file(join(import.meta.dir, '../../compose.yaml')).text();
  const { services } = YAML.parse(text) as { services: Record<string, Service> };
  const all = Object.entries(services);
  expect(all.length).toBeGreaterThan(2);
  for (const [name, { read_only: readOnly, security_opt: options }] of all) {
    expect([name, readOnly, options]).toEqual([name, true, ['no-new-privileges:true']]);
  }
});
