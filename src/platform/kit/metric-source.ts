/** What a domain tells beside: read from the database when somebody asks. */
export interface MetricSource {
  name: string;
  help: string;
  /** What tells its series apart. */
  labels: readonly string[];
  read(): Promise<{ labels: Record<string, string>; value: number }[]>;
}
