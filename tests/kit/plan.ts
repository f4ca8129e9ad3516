import { type SQL, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';

/** A step by which PostgreSQL answers a query. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Subplan Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  /** Pages that were read. */
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/** What `explain (format json)` answers. */
export type Explained = { 'QUERY PLAN': [{ Plan: PlanNode }] };

const within = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(within)];
export const nodesIn = (row: Explained | undefined): PlanNode[] => (row ? within(row['QUERY PLAN'][0].Plan) : []);

/** The steps by which PostgreSQL answers a query: it is answered, so that their rows are counted. @param table only those that read it */
export async function planOf(db: Pick<Queryable, 'execute'>, query: SQL, table?: string): Promise<PlanNode[]> {
  const [row] = await db.execute<Explained>(template`explain (analyze, buffers, format json) ${query}`);
  return nodesIn(row).filter((node) => table === undefined || node['Relation Name'] === table);
}

/** How many rows a step reads, those that it does not want included. */
export const rowsReadBy = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
