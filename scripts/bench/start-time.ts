// Measures the time from `npm start` to the first answer with status 200, and the memory of the idle server. Starts
// the demo once in a fresh folder, which seeds it, and then several times in the seeded folder.
// Linux only (/proc).
//
//   node scripts/bench/start-time.ts [runs, default 5]

import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

const productDir = fileURLToPath(new URL('../..', import.meta.url))
const runs = Number(process.argv[2] ?? 5)
const idleForMs = 3_000

const folder = mkdtempSync(join(tmpdir(), 'svc-start-'))
const first = await startOnce(true)
const times: number[] = []
let idleMb = 0
for (let run = 0; run < runs; run += 1) {
  const { firstAnswerMs, idle } = await startOnce(run === runs - 1)
  times.push(firstAnswerMs)
  idleMb = idle
}
rmSync(folder, { recursive: true })
times.sort((left, right) => left - right)
console.log(
  JSON.stringify({
    fresh_folder: { first_200_ms: first.firstAnswerMs, idle_mb: first.idle },
    runs,
    first_200_ms: {
      min: times[0],
      median: times[Math.floor(times.length / 2)],
      max: times.at(-1),
    },
    idle_mb: idleMb,
  }),
)

async function startOnce(measureIdle: boolean) {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: productDir,
    env: { ...process.env, SVC_PORT: String(port), SVC_DATA_DIR: folder },
    stdio: 'ignore',
    detached: true,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await firstAnswer(port)
  const firstAnswerMs = Math.round(performance.now() - startedAt)
  if (measureIdle) await pause(idleForMs)
  const idle = measureIdle ? memoryOfListener(port) : 0
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  await ended
  return { firstAnswerMs, idle }
}

async function firstAnswer(port: number): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/healthz`)
      if (response.status === 200) return
    } catch {
      await pause(5)
    }
  }
}

/** Resident memory of the process that listens on the port, in MB. */
function memoryOfListener(port: number): number {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0')
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .find((row) => row.includes(`:${hexPort} 00000000:0000 0A`))
  const inode = line?.trim().split(/\s+/)[9]
  const pid = inode === undefined ? undefined : processHolding(inode)
  if (pid === undefined) return 0
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
}

function processHolding(inode: string): string | undefined {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((pid) => socketsOf(pid).includes(`socket:[${inode}]`))
}

function socketsOf(pid: string): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
  } catch {
    return []
  }
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}
