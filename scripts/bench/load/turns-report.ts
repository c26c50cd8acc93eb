// Starts a server under test whose turns of the event loop are measured, and reads the report that it leaves at its
// end.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Product } from './product.ts'

const preload = new URL('measure-turns.ts', import.meta.url).href
const reportName = 'turns.json'
const turns = z.object({ maxMs: z.number(), p99Ms: z.number() })

export type Turns = z.output<typeof turns>

/** Variables of the process of the server under test. */
export const measuringTurns = (folder: string) => ({
  NODE_OPTIONS: `--import=${preload}`,
  _SVC_BENCH_TURNS: join(folder, reportName),
})

/** Measures the turns of the server while `work` runs, and ends it. */
export async function turnsDuring(product: Product, work: () => Promise<void>): Promise<Turns> {
  product.signal('SIGUSR2')
  await work()
  await product.end('SIGTERM')
  return turns.parse(JSON.parse(readFileSync(join(product.folder, reportName), 'utf8')))
}
