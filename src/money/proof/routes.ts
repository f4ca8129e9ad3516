import { type Route, routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { getBooks as endpoint } from './contract.ts';
import { getBooks } from './get-books.ts';

const { route } = routesFor<Deps>();

export const proofRoutes: readonly Route<Deps>[] = [route(endpoint, ({ deps }) => getBooks(deps))];
