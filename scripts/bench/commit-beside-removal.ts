// Shows how long commits wait while a large file is removed on the same disk: at once, or beside them as a backup removes
// its copy of the database. Usage: node scripts/bench/commit-beside-removal.ts [MEGABYTES]

import { mkdtempSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { writeSynced } from '../../server/backup/write-synced.ts'
import { openConnection } from '../../server/db/sqlite/connection.ts'

const ways: Record<string, (file: string) => Promise<void>> = {
  'at once': async (file) => rmSync(file),
  beside: (file) => rm(file),
}
const runs = 3
const pieceBytes = 1_000_000
const megabytes = Number(process.argv[2] ?? 1_600)

for (let run = 0; run < runs; run += 1) {
  for (const [name, remove] of Object.entries(ways)) {
    const folder = mkdtempSync(join(tmpdir(), 'svc-bench-removal-'))
    const file = join(folder, 'file')
    await writeSynced(file, content())
    const waits = await commitWhile(join(folder, 'svc.db'), () => remove(file))
    rmSync(folder, { recursive: true })
    const longest = waits.reduce((most, wait) => Math.max(most, wait), 0)
    console.log(`${name}: ${waits.length} commits, longest wait ${longest.toFixed(0)} ms`)
  }
}

/** Returns how long each commit waited from the end of the one before, turns of the event loop included. */
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
  return waits
}

async function* content(): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(pieceBytes, 1)
  for (let done = 0; done < megabytes; done += 1) yield piece
}
