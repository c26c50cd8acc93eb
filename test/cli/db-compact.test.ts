// `svc db compact`, and what it is for: copies of rows that SQLite leaves behind.

import assert from 'node:assert/strict'
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { holdServerLock, serverLockFile } from '../../server/db/server-lock.ts'
import { openConnection } from '../../server/db/sqlite/connection.ts'
import { until } from '../support/turns.ts'
import { install } from './installation.ts'
import { startSvc } from './memory-shell.ts'
import { launchSvc } from './program/launched-svc.ts'

const { pragma: original } = Sqlite.prototype

interface Entry {
  readonly action: string
  readonly actor: { readonly kind: string }
  readonly details: Readonly<Record<string, unknown>>
}

test('svc db compact leaves nothing of rows that were moved and then deleted', async (t) => {
  const { svc, dataDir } = await install(t)
  const file = join(dataDir, 'svc.db')
  const planted = () => readFileSync(file, 'latin1').split('planted').length - 1
  const database = openConnection(file)
  database.exec('create table notes (id integer primary key, text)')
  const insert = database.prepare('insert into notes (text) values (?)')
  database.transaction(() => {
    for (let row = 1; row <= 200; row += 1) insert.run(`planted ${'x'.repeat(row * 10)}`)
  })()
  // As rows of verifications grow when they complete, and are emptied when they are erased.
  database.exec('delete from notes where id % 3 > 0')
  database.pragma('wal_checkpoint(TRUNCATE)')
  const kept = 66
  assert.ok(planted() > kept, 'SQLite leaves copies')
  database.close()
  const { status, out, err } = await svc(['db', 'compact', '--json'])
  assert.equal(status, 0, err)
  assert.equal(planted(), kept)
  const { bytes_after: bytes } = JSON.parse(out)
  assert.equal(bytes, readFileSync(file).length)
  assert.match((await svc(['db', 'compact'])).out, /^wrote \S+svc\.db anew: [\d.]+ MB, before /)
})

test('svc db compact is recorded in the audit log by the next start of the server, whoever ran it', async (t) => {
  const beganAt = Date.now()
  const { svc, json, dataDir, configFile } = await install(t)
  const note = join(dataDir, 'svc.db-compacted')
  for (let run = 0; run < 2; run += 1) assert.equal((await svc(['db', 'compact'])).status, 0)
  assert.equal(existsSync(note), true)
  await serveOnce(configFile)
  assert.equal(existsSync(note), false)
  const { items } = await json(['audit', 'list'])
  const runs = (items as Entry[]).filter(({ action }) => action === 'database.compacted')
  assert.equal(runs.length, 2)
  for (const { actor, details } of runs) {
    assert.equal(actor.kind, 'cli')
    assert.equal(details.os_uid, process.getuid?.())
    assertSince(beganAt, details.done_at)
  }
})

test('a note of svc db compact that cannot be read keeps no other from being recorded', async (t) => {
  const beganAt = Date.now()
  const { svc, json, dataDir, configFile } = await install(t)
  const note = join(dataDir, 'svc.db-compacted')
  writeFileSync(note, '{"done_at":17\n{"done_at":"today"}\n')
  assert.equal((await svc(['db', 'compact'])).status, 0)
  const err = await serveOnce(configFile)
  assert.equal(existsSync(note), false)
  const logged = err.split('\n').filter((line) => line.includes('compaction_not_recorded'))
  assert.equal(logged.length, 1, err)
  assert.match(logged[0] ?? '', /count"?[=:]2\b/)
  const { items } = await json(['audit', 'list'])
  const runs = (items as Entry[]).filter(({ action }) => action === 'database.compacted')
  assert.equal(runs.length, 1)
  assertSince(beganAt, runs[0]?.details.done_at)
})

test('svc db compact leaves no note if the disk refuses it', async (t) => {
  const { svc, dataDir } = await install(t)
  const note = join(dataDir, 'svc.db-compacted')
  const handle = await open(join(dataDir, 'svc.db'))
  const prototype = Object.getPrototypeOf(handle)
  await handle.close()
  for (const before of [undefined, '{"done_at":1700000000000}\n']) {
    if (before !== undefined) writeFileSync(note, before)
    const sync = t.mock.method(prototype, 'sync', () =>
      Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
    )
    const { status } = await svc(['db', 'compact'])
    assert.ok(sync.mock.callCount() > 0)
    sync.mock.restore()
    assert.notEqual(status, 0)
    assert.equal(existsSync(note) ? readFileSync(note, 'utf8') : undefined, before)
  }
})

test('svc db compact keeps its note of a rewrite after which something failed', async (t) => {
  const { svc, dataDir } = await install(t)
  const note = join(dataDir, 'svc.db-compacted')
  for (const [failing, isKept] of [
    ['wal_checkpoint', true],
    ['temp_store = FILE', false],
  ] as const) {
    const pragma = t.mock.method(
      Sqlite.prototype,
      'pragma',
      function (this: Sqlite.Database, ...args: Parameters<Sqlite.Database['pragma']>) {
        if (args[0].startsWith(failing))
          throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' })
        return original.apply(this, args)
      },
    )
    const { status } = await svc(['db', 'compact'])
    pragma.mock.restore()
    assert.notEqual(status, 0)
    assert.equal(existsSync(note), isKept, failing)
    rmSync(note, { force: true })
  }
})

test('svc db compact writes its note through no link', async (t) => {
  const { svc, dataDir } = await install(t)
  const file = join(dataDir, 'of-somebody-else')
  writeFileSync(file, 'as it was')
  symlinkSync(file, join(dataDir, 'svc.db-compacted'))
  const { status, err } = await svc(['db', 'compact'])
  assert.match(err, /svc\.db-compacted is a link, which svc never makes\. Remove it/)
  assert.deepEqual([status, readFileSync(file, 'utf8')], [6, 'as it was'])
})

test('svc db compact refuses while a server runs', async (t) => {
  const { svc, dataDir } = await install(t)
  const lock = holdServerLock(serverLockFile(dataDir))
  t.after(() => lock.release())
  const { status, err } = await svc(['db', 'compact', '--json'])
  const { error } = JSON.parse(err)
  assert.deepEqual([status, error.code], [6, 'server_running'])
  assert.match(error.message, /stop it first/)
})

test('svc db compact fails while a reader keeps the old pages, and succeeds afterwards', async (t) => {
  const { svc, dataDir } = await install(t)
  const reader = openConnection(join(dataDir, 'svc.db'))
  t.after(() => reader.close())
  reader.exec('begin')
  reader.prepare('select count(*) from audit_entries').get()
  const { status, out, err } = await svc(['db', 'compact', '--json'])
  const { error } = JSON.parse(err)
  assert.deepEqual([status, out, error.code], [7, '', 'database_busy'])
  assert.match(
    error.message,
    /^Another process reads .* rewrite is kept\. .* run the command again/,
  )
  reader.exec('commit')
  assert.equal((await svc(['db', 'compact'])).status, 0)
})

test('svc db compact refuses a damaged database, which it would write anew without the lost row', async (t) => {
  const { svc, dataDir } = await install(t)
  const file = join(dataDir, 'svc.db')
  const database = openConnection(file)
  database.exec("create table notes (text); insert into notes values ('one'), ('two')")
  const page = Number(
    database.prepare("select rootpage from sqlite_master where name = 'notes'").pluck().get(),
  )
  const pageBytes = Number(database.pragma('page_size', { simple: true }))
  database.close()
  const bytes = readFileSync(file)
  // The number of rows in the page, in its header.
  const at = (page - 1) * pageBytes + 3
  assert.equal(bytes.readUInt16BE(at), 2)
  bytes.writeUInt16BE(1, at)
  writeFileSync(file, bytes)
  const { status, err } = await svc(['db', 'compact', '--json'])
  const { error } = JSON.parse(err)
  assert.deepEqual([status, error.code], [6, 'database_damaged'])
  assert.match(error.message, /restore a backup/)
  assert.deepEqual(readFileSync(file), bytes)
  assert.equal(existsSync(`${file}-compacted`), false)
})

test('svc db compact makes no database of an empty file or in an empty folder', async (t) => {
  const { svc, dataDir, folder } = await install(t)
  const file = join(dataDir, 'svc.db')
  writeFileSync(file, '')
  writeFileSync(join(dataDir, 'audit-head'), '')
  const lost = await svc(['db', 'compact'])
  assert.equal(lost.status, 6)
  assert.match(lost.err, /svc\.db is missing or empty.*Put svc\.db back/)
  assert.equal(readFileSync(file).length, 0)
  const fresh = await svc(['db', 'compact', '--data-dir', join(folder, 'other')])
  assert.equal(fresh.status, 6)
  assert.match(fresh.err, /There is no database in \S+other\. Run .*svc init/)
})

test('svc db compact keeps the rows in the data folder meanwhile, and says that it works', async (t) => {
  const { svc, dataDir, configFile } = await install(t)
  const database = openConnection(join(dataDir, 'svc.db'))
  // More than SQLite keeps in memory.
  database.exec('create table notes (text); insert into notes values (zeroblob(20000000))')
  database.close()
  const { pid, ended } = launchSvc(t, ['db', 'compact', '--config', configFile])
  // SQLite's temporary file has no name: it is deleted as soon as it is open.
  await until(() => openFilesOf(pid).some((file) => isDeletedIn(dataDir, file)))
  const { status, err } = await ended
  assert.equal(status, 0, err)
  assert.match((await svc(['db', 'compact'], { columns: 80 })).err, /Checking the database/)
})

/** Starts the server and stops it, and returns what it said. */
/** However long the test took. */
function assertSince(beganAt: number, time: unknown): void {
  assert.ok(Number(time) >= beganAt && Number(time) <= Date.now(), `${time} since ${beganAt}`)
}

async function serveOnce(configFile: string): Promise<string> {
  const running = startSvc(['serve', '--port', '0', '--config', configFile])
  await Promise.race([running.seen('err', 'Stop with Ctrl-C'), running.ended])
  running.signal('SIGTERM')
  const { status, out, err } = await running.ended
  assert.equal(status, 0, err)
  return `${out}${err}`
}

function openFilesOf(pid: number | undefined): readonly string[] {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).map((number) => readlinkSync(join(folder, number)))
  } catch {
    // Closed meanwhile.
    return []
  }
}

const isDeletedIn = (folder: string, file: string) =>
  dirname(file) === folder && file.endsWith('(deleted)')
