import type { Deps } from '../deps.ts';
import { problemResponse, jsonResponse } from './answer.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';

/** Alive: the process answers. */
export const healthz = (): Response => jsonResponse(200, '{"status":"ok"}');

/** Ready: the database answers. */
export async function readyz(deps: Deps): Promise<Response> {
  try {
    await deps.database.guard(async () => deps.sql`select 1`);
    return jsonResponse(200, '{"status":"ready"}');
  } catch {
    return problemResponse(
      new Problem('unavailable', { ...fault('unavailable'), text: 'The database does not answer' }).toBody(),
      {
        'retry-after': '2',
      },
    );
  }
}
