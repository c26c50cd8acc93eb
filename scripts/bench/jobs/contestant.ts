// The interface of the job queues in the row `jobs`, ours among them: each enqueues no-op jobs in batches, then works
// through them, in one process.

export interface Contestant {
  /** Resolves once all jobs are stored as durably as the queue promises. */
  enqueue(count: number): Promise<void>
  /** Starts the workers; they call `onRun` whenever a job's handler is called. */
  work(onRun: () => void): Promise<void>
  close(): Promise<void>
}

/** Where the servers of the contestants are. */
export interface ContestPlace {
  /** An empty folder for files and sockets. */
  readonly folder: string
  /** Folder and number of PostgreSQL's socket, and an empty database in it. */
  readonly postgres: { readonly host: string; readonly port: number; readonly database: string }
}

/** Jobs that each contestant enqueues with one call, its own bulk call where it has one. */
const jobsPerBatch = 1_000

/** Calls `enqueue` for every batch. */
export async function inBatches(
  count: number,
  enqueue: (first: number, size: number) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < count; first += jobsPerBatch) {
    await enqueue(first, Math.min(jobsPerBatch, count - first))
  }
}
