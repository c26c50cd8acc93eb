// A folder, a key or a second server that does not fit: refused in plain words, and nothing is changed.

import assert from 'node:assert/strict'
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { holdServerLock, serverLockFile } from '../../../server/db/server-lock.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { type Installation, install } from '../installation.ts'
import { type RunInput, startSvc } from '../memory-shell.ts'

/** Starts a server, and stops it if it does start. */
async function serve({ configFile }: Installation, input: RunInput = {}) {
  const running = startSvc(['serve', '--port', '0', '--config', configFile], {
    ...input,
    env: { SVC_OPS_PORT: '0', ...input.env },
  })
  await Promise.race([running.seen('err', 'Stop with Ctrl-C').catch(() => {}), running.ended])
  running.signal('SIGTERM')
  const { status, err } = await running.ended
  return { status, err: err.replaceAll(/\s+/g, ' ') }
}

async function assertRefused(t: TestContext, told: RegExp, change: (at: Installation) => void) {
  const installation = await install(t)
  change(installation)
  const database = join(installation.dataDir, 'svc.db')
  const before = readFileSync(database)
  // `svc status` shows the rest without the master key (status-of-stored.test.ts).
  const others = await installation.svc(['jobs', 'stats'])
  for (const { status, err } of [await serve(installation), others]) {
    assert.equal(status, 6, err)
    assert.match(err.replaceAll(/\s+/g, ' '), told)
    assert.doesNotMatch(err, /bug in svc/)
  }
  assert.deepEqual(readFileSync(database), before)
}

describe('a master key', () => {
  test('that is missing', (t) =>
    assertRefused(t, /master\.key is missing\. Restore it from your escrow/, (at) =>
      rmSync(at.masterKeyFile),
    ))

  for (const length of [0, 20, 60]) {
    test(`that was cut to ${length} bytes`, (t) =>
      assertRefused(t, /is not a master key made by svc init\. .*Restore the right file/, (at) =>
        truncateSync(at.masterKeyFile, length),
      ))
  }

  test('of another installation, or two data folders that were swapped', async (t) => {
    const other = await install(t)
    // Installations of the tests are copies of one, so the other one gets a key of its own.
    const key = `svc-master-key-1:${Buffer.alloc(32, 7).toString('base64')}\n`
    writeFileSync(other.masterKeyFile, key, { mode: 0o600 })
    await assertRefused(
      t,
      /has fingerprint [0-9a-f]{16}, but this database belongs to [0-9a-f]{16}\. Put the key/,
      (at) => writeFileSync(at.masterKeyFile, readFileSync(other.masterKeyFile), { mode: 0o600 }),
    )
  })
})

describe('a server on a folder', () => {
  test('that another server holds names that server; once it is gone, it starts', async (t) => {
    const installation = await install(t)
    const lock = holdServerLock(serverLockFile(installation.dataDir))
    lock.writeHolder({ url: 'http://127.0.0.1:8123', publicUrl: undefined })
    const refused = await serve(installation)
    assert.equal(refused.status, 6)
    assert.match(refused.err, /another svc serve .*8123.* runs on this data folder; stop it first/i)
    lock.release()
    assert.equal((await serve(installation)).status, 0)
  })

  test('of a server that was killed starts, whatever that one left of its lock', async (t) => {
    const installation = await install(t)
    const file = serverLockFile(installation.dataDir)
    // The process id of a killed server may belong to another process by now: to this one here.
    writeFileSync(`${file}.json`, JSON.stringify({ pid: process.pid, url: 'http://127.0.0.1:1' }))
    assert.equal((await serve(installation)).status, 0)
    writeFileSync(`${file}.json`, '{"pid":')
    assert.equal((await serve(installation)).status, 0)
  })

  test('of a newer release is refused with the next step', (t) =>
    assertRefused(
      t,
      /schema version 9\d*, this program knows \d+\. Start the newer release again, or/,
      (at) => {
        const database = openConnection(join(at.dataDir, 'svc.db'))
        database.exec(`insert into schema_migrations values (9999, 'later', 'additive', 0)`)
        database.close()
      },
    ))
})
