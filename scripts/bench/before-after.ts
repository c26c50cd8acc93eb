// Processor time of a durable sandbox verification on SQLite, of an earlier release and of this one, in alternation:
// each run has a new data folder and a server of its own. Processor time, because other work on the machine changes it
// least.
//
//   node scripts/bench/before-after.ts FOLDER [rounds, default 6] [seconds of each run, default 4]
//
// FOLDER holds the earlier release with its packages installed.

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { environmentOf, launcher, startServer } from './child-server.ts'
import { freePort } from './free-port.ts'
import { rawRequest, runLoad } from './load/run-load.ts'
import { cpuMsOf } from './proc-figures.ts'
import { sandboxPath, submission } from './rows/sandbox-load.ts'
import { median } from './spread.ts'

const run = promisify(execFile)
const connections = 64
const warmUpSeconds = 1.5

interface Figure {
  readonly perSecond: number
  readonly msEach: number
}

async function measure(program: string, seconds: number): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-before-after-'))
  const port = await freePort()
  // An earlier release may not know the setting, which changes nothing in the sandbox.
  const { SVC_DOCUMENT_READING: _, ...known } = environmentOf({ folder, port })
  const env = {
    ...known,
    SVC_RATE_LIMIT_PER_MINUTE: '1000000',
    SVC_OPS_PORT: '0',
    SVC_PREFLIGHT: 'off',
  }
  const asHere = { env: { ...env, PATH: process.env.PATH ?? '', SVC_ALLOW_ROOT: 'yes' } }
  const svc = (...words: readonly string[]) => run(process.execPath, [program, ...words], asHere)
  try {
    await svc('init')
    const made = await svc('keys', 'create', '--name', 'bench', '--env', 'sandbox', '--json')
    const { key } = JSON.parse(made.stdout) as { readonly key: string }
    const server = await startServer(env, { program })
    try {
      const requests = [rawRequest('POST', sandboxPath, { key, json: submission })]
      const load = { port, requests, connections, warmUpSeconds: 0.1 }
      await runLoad({ ...load, seconds: warmUpSeconds })
      const before = cpuMsOf(server.pid) ?? 0
      const { answers, perSecond } = await runLoad({ ...load, seconds })
      return {
        perSecond: Math.round(perSecond),
        msEach: ((cpuMsOf(server.pid) ?? 0) - before) / answers,
      }
    } finally {
      await server.kill('SIGKILL')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function summed(figures: readonly Figure[]): Figure {
  return {
    perSecond: median(figures.map(({ perSecond }) => perSecond)),
    msEach: median(figures.map(({ msEach }) => msEach)),
  }
}

if (import.meta.main) {
  const [earlier, rounds = '6', seconds = '4'] = process.argv.slice(2)
  if (earlier === undefined) throw new Error('name the folder of the earlier release')
  const sides = { before: [] as Figure[], after: [] as Figure[] }
  const programs = { before: join(resolve(earlier), 'cli/svc.js'), after: launcher }
  for (let round = 0; round < Number(rounds); round += 1) {
    const order = round % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const)
    for (const side of order) {
      const figure = await measure(programs[side], Number(seconds))
      sides[side].push(figure)
      console.log(JSON.stringify({ round, side, ...figure }))
    }
  }
  const [before, after] = [summed(sides.before), summed(sides.after)]
  console.log(JSON.stringify({ before, after, ratio: after.msEach / before.msEach }))
}
