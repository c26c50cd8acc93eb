// Shows how long commits wait while a large file is written or removed on the same disk: synced once at its end or in
// stretches, as backups and restores write; at once or beside the commits, as a backup removes its copy of the
// database.
//
//   node scripts/bench/commit-beside.ts [MEGABYTES, default 600]

import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { writeSynced } from '../../server/backup/write-synced.ts'
import { openConnection } from '../../server/db/sqlite/connection.ts'

const runs = 3
const aloneMs = 3_000
const pieceBytes = 1_000_000
const megabytesDefault = 600

/** Removals find the file written. */
const removals: Record<string, (file: string) => Promise<void>> = {
  'removed at once': async (file) => rmSync(file),
  'removed beside': (file) => rm(file),
}
const ways: Record<string, (file: string, megabytes: number) => Promise<void>> = {
  alone: () => pause(aloneMs),
  'written, one sync': (file, megabytes) => inThread({ file, megabytes, inStretches: false }),
  'written in stretches': (file, megabytes) => inThread({ file, megabytes, inStretches: true }),
  ...removals,
}

interface Writing {
  readonly file: string
  readonly megabytes: number
  readonly inStretches: boolean
}

if (isMainThread) await compare(Number(process.argv[2] ?? megabytesDefault))
else await writeFile(workerData as Writing)

async function compare(megabytes: number): Promise<void> {
  for (let run = 0; run < runs; run += 1) {
    for (const [way, work] of Object.entries(ways)) {
      const folder = mkdtempSync(join(tmpdir(), 'svc-bench-commit-'))
      const file = join(folder, 'file')
      if (way in removals) await writeSynced(file, content(megabytes))
      const waits = await commitWhile(join(folder, 'svc.db'), () => work(file, megabytes))
      rmSync(folder, { recursive: true })
      const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0
      console.log(
        `${way}: ${waits.length} commits, p99 ${p99.toFixed(0)} ms, longest ${(waits.at(-1) ?? 0).toFixed(0)} ms`,
      )
    }
  }
}

/**
 * Returns how long each commit waited from the end of the one before, turns of the event loop included; shortest first.
 */
async function commitWhile(
  database: string,
  work: () => Promise<void>,
): Promise<readonly number[]> {
  const connection = openConnection(database)
  connection.exec('create table entries (text text not null) strict')
  const insert = connection.prepare('insert into entries values (?)')
  const waits: number[] = []
  let isDone = false
  let endedAt = performance.now()
  const working = turnOfTheLoop()
    .then(work)
    .finally(() => {
      isDone = true
    })
  while (!isDone) {
    insert.run('x'.repeat(4_000))
    await turnOfTheLoop()
    waits.push(performance.now() - endedAt)
    endedAt = performance.now()
  }
  await working
  connection.close()
  return waits.toSorted((one, other) => one - other)
}

function inThread(writing: Writing): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: writing })
  return new Promise((resolve) => worker.once('exit', () => resolve()))
}

async function writeFile({ file, megabytes, inStretches }: Writing): Promise<void> {
  if (inStretches) return writeSynced(file, content(megabytes))
  const handle = await open(file, 'wx')
  for await (const piece of content(megabytes)) await handle.writeFile(piece)
  await handle.sync()
  await handle.close()
}

async function* content(megabytes: number): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(pieceBytes, 1)
  for (let done = 0; done < megabytes; done += 1) yield piece
}
