import { handedIn } from '../numbers/hand-in.ts';
import { requested } from '../numbers/port-kit.ts';
import type { Maker } from './row.ts';

export const papers: Maker = async (_, owner) => ({ papersId: (await handedIn(owner)).id });

/** The same at a carrier that takes none by its API. */
export const papersByHand: Maker = async ({ app }, owner) => {
  const { id } = await handedIn(owner);
  await app.deps.sql`
    update number_papers set provider = 'vonage', status = 'in-review', due_at = null where id = ${id}`;
  return { papersId: id };
};

/** A request to bring a number. */
export const port: Maker = async (_, owner) => ({ portId: (await requested(owner)).id });

/** One of each: an account hands the same in once. */
export const PAPERS: readonly Maker[] = [papersByHand, papers, port];
