// Work that takes long on the server: it goes on while its dialog is closed, and keeps its result.

import type { ApiRefusal } from './refusal.ts'
import { useChange, useRead } from './use-api.ts'

export interface LongWork<Input, Result, Progress> {
  readonly state: 'idle' | 'running' | 'done' | 'refused'
  readonly result: Result | undefined
  readonly error: ApiRefusal | null
  /** What the server told last while it runs. */
  readonly progress: Progress | undefined
  start(input: Input): void
}

const askEveryMs = 500

/** POST `path` starts it and answers with the result; GET `path` tells the progress. */
export function useLongWork<Input, Result, Progress>(
  path: string,
  jsonOf: (input: Input) => unknown,
  touches: readonly string[] = [],
): LongWork<Input, Result, Progress> {
  const run = useChange<Input, Result>(
    (input) => ({
      path,
      method: 'POST',
      json: jsonOf(input),
      deadlineMs: Number.POSITIVE_INFINITY,
    }),
    { touches, mayBeLeft: true },
  )
  const { data } = useRead<Progress>(path, { enabled: run.isPending, everyMs: askEveryMs })
  return {
    state: run.isPending ? 'running' : run.isError ? 'refused' : run.isSuccess ? 'done' : 'idle',
    result: run.data,
    error: run.error,
    progress: run.isPending ? data : undefined,
    start: (input) => run.mutate(input),
  }
}
