import { routes } from '../../../src/app.ts';
import type { AnyEndpoint } from '../../../src/callers/route.ts';
import { call, type TestActor } from '../../kit/actors.ts';
import { type Ids, isForAdmins, type Row } from './row.ts';
import { TABLE } from './table.ts';
import type { World } from './world.ts';

export type Endpoint = AnyEndpoint;

/** Every endpoint with its row, named as a reader of the API would. */
export const NAMED = routes.map(({ endpoint }) => {
  const row = TABLE[endpoint.name];
  if (!row) throw new Error(`${endpoint.name} has no row in tests/api/endpoints/rows`);
  return [`${endpoint.method} ${endpoint.path}`, endpoint, row] as const;
});

/** The path with its parameters filled in; for those without a value an id that nothing has. */
export const pathOf = ({ path }: Pick<Endpoint, 'path'>, ids: Ids): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = ids[name] ?? Bun.randomUUIDv7();
    if (value === '') throw new Error(`there is no ${name}`);
    return encodeURIComponent(value);
  });

/** The parameters of a path beside the account in it. */
export const thingsIn = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => name !== 'id');

/** The request of a row as it succeeds, sent by somebody to a path. */
export async function sendAs(
  world: World,
  endpoint: Endpoint,
  row: Row,
  { as, owner, ids }: { as: Record<string, string>; owner: TestActor; ids: Ids },
): Promise<Response> {
  const path = pathOf(endpoint, { id: owner.id, ...ids }) + (row.query ? `?${row.query}` : '');
  const json = typeof row.json === 'function' ? await row.json(world, owner, ids) : row.json;
  return call(world.app, path, { method: endpoint.method, json }, as);
}

export const bearer = ({ key }: TestActor) => ({ authorization: `Bearer ${key}` });
export const cookie = ({ cookie: value }: TestActor) => ({ cookie: value });

/** The caller who succeeds: an administrator where only they may, nobody where anybody may, else the owner. */
export const callerOf = ({ admin }: World, row: Row, owner: TestActor): Record<string, string> =>
  isForAdmins(row) ? cookie(admin) : row.may === 'anybody' ? {} : cookie(owner);

/** A call that changes nothing; one that is made by hand may. */
export const onlyReads = ({ method }: Endpoint, { call, leaves }: Row): boolean =>
  method === 'GET' && !call && typeof leaves !== 'string';
