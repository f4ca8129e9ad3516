import type { TestApp } from './app.ts';

/**
 * Makes every job due now. The queue uses the database's clock, which a test cannot move; so the test moves the
 * program's clock, and then calls this.
 */
export async function hurryJobs(app: TestApp): Promise<void> {
  await app.deps.sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
    from graphile_worker.jobs where locked_at is null having count(*) > 0`;
}
