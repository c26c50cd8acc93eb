// Preloaded into the server under test (`--import`): measures its turns of the event loop. SIGUSR2 clears the
// figures, so that the start does not count; the report is written when the process exits.

import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const resolutionMs = 1
const reportFile = process.env._SVC_BENCH_TURNS

if (isMainThread && reportFile !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  process.on('SIGUSR2', () => delay.reset())
  process.on('exit', () => {
    // The histogram counts the whole interval between two ticks, in nanoseconds.
    const ms = (ns: number) => Math.max(ns / 1e6 - resolutionMs, 0)
    writeFileSync(
      reportFile,
      JSON.stringify({ maxMs: ms(delay.max), p99Ms: ms(delay.percentile(99)) }),
    )
  })
}
