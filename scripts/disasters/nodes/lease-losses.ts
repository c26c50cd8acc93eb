// When a node lost its lease, by its log: in a blow to it, or because this machine gave it no processor for so long.

import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const lostAt = z.object({ time: z.string() })

/** In milliseconds since 1970. */
export async function leaseLossesIn(logFile: string): Promise<readonly number[]> {
  const lines = (await readFile(logFile, 'utf8')).split('\n')
  return lines
    .filter((line) => line.includes('"event":"node_lease_lost"'))
    .map((line) => Date.parse(lostAt.parse(JSON.parse(line)).time))
}
