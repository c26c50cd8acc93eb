// Shows how long commits wait while a large file is written on the same disk: synced once at its end, or in stretches as
// backups and restores write. Usage: node scripts/bench/commit-beside-file.ts [MEGABYTES]

import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { writeSynced } from '../../server/backup/write-synced.ts'
import { openConnection } from '../../server/db/sqlite/connection.ts'

const ways = ['alone', 'one sync', 'stretches'] as const
interface Writing {
  readonly way: (typeof ways)[number]
  readonly file: string
  readonly megabytes: number
}

const runs = 3
const aloneMs = 3_000
const pieceBytes = 1_000_000

if (isMainThread) await compare(Number(process.argv[2] ?? 600))
else await writeFile(workerData as Writing)

async function compare(megabytes: number): Promise<void> {
  for (let run = 0; run < runs; run += 1) {
    for (const way of ways) {
      const folder = mkdtempSync(join(tmpdir(), 'svc-bench-commit-'))
      const waits = await commitBeside(join(folder, 'svc.db'), {
        way,
        file: join(folder, 'file'),
        megabytes,
      })
      rmSync(folder, { recursive: true })
      const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0
      console.log(
        `${way}: ${waits.length} commits, p99 ${p99.toFixed(0)} ms, longest ${(waits.at(-1) ?? 0).toFixed(0)} ms`,
      )
    }
  }
}

/** Returns the durations of the commits, the shortest first. */
async function commitBeside(database: string, writing: Writing): Promise<readonly number[]> {
  const connection = openConnection(database)
  connection.exec('create table entries (text text not null) strict')
  const insert = connection.prepare('insert into entries values (?)')
  const waits: number[] = []
  let isDone = false
  const worker =
    writing.way === 'alone'
      ? undefined
      : new Worker(new URL(import.meta.url), { workerData: writing })
  worker?.once('exit', () => {
    isDone = true
  })
  const startedAt = performance.now()
  while (!isDone && (worker !== undefined || performance.now() - startedAt < aloneMs)) {
    const begun = performance.now()
    insert.run('x'.repeat(4_000))
    waits.push(performance.now() - begun)
    await turnOfTheLoop()
  }
  connection.close()
  return waits.toSorted((one, other) => one - other)
}

async function writeFile({ way, file, megabytes }: Writing): Promise<void> {
  if (way === 'stretches') return writeSynced(file, content(megabytes))
  const handle = await open(file, 'wx')
  for await (const piece of content(megabytes)) await handle.writeFile(piece)
  await handle.sync()
  await handle.close()
}

async function* content(megabytes: number): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(pieceBytes, 1)
  for (let done = 0; done < megabytes; done += 1) yield piece
}
