// Describes the machine on which the benchmarks run: cores, processor, Node, and how fast its disk syncs.

import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Machine {
  readonly cores: number
  readonly cpu: string
  readonly node: string
  /** Appends of 4 KB, each with `fsync`, a second, in the folder for temporary files. */
  readonly syncsPerSecond: number
  readonly loadAverage: number
}

const measuredMs = 1_000

export function describeMachine(): Machine {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    node: process.version,
    syncsPerSecond: measureSyncs(),
    loadAverage: Number((loadavg()[0] ?? 0).toFixed(1)),
  }
}

export function machineLine(machine: Machine): string {
  const { cores, cpu, node, syncsPerSecond, loadAverage } = machine
  return `${cores} cores, ${cpu}, Node ${node}, ${syncsPerSecond} disk syncs a second, load average ${loadAverage}`
}

function measureSyncs(): number {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-sync-'))
  const file = openSync(join(folder, 'synced'), 'w')
  const block = Buffer.alloc(4_096, 'x')
  const startedAt = performance.now()
  let count = 0
  for (; performance.now() - startedAt < measuredMs; count += 1) {
    writeSync(file, block)
    fsyncSync(file)
  }
  closeSync(file)
  rmSync(folder, { recursive: true })
  return Math.round(count / ((performance.now() - startedAt) / 1000))
}
