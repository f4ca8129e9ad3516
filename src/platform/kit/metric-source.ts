/** A metric of one domain, read from the database when it is requested. */
export interface MetricSource {
  name: string;
  help: string;
  /** The labels that tell its series apart. */
  labels: readonly string[];
  read(): Promise<{ labels: Record<string, string>; value: number }[]>;
}
