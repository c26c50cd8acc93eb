// Slow: starts and damages an appliance many times. cli/serve/serve.test.ts meets a damaged database in the fast lane.
// What svc says of a data folder whose database is damaged, old or gone, and that it destroys nothing there.

import assert from 'node:assert/strict'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { openAppliance } from '../../server/appliance.ts'
import { findHead } from '../../server/audit/audit-head-view.ts'
import { loadConfig } from '../../server/config.ts'
import { newId } from '../../server/kernel/ids.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { sweepOrphans } from '../../server/sweep-orphans.ts'
import { verifyInSandbox } from '../api/verifications/sandbox-client.ts'
import { addEntries } from '../support/audit-copy.ts'
import { type RunningAppliance, startAppliance } from '../support/running-appliance.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { until } from '../support/turns.ts'
import { runSvc, startSvc } from './memory-shell.ts'

let shared: RunningAppliance | undefined
after(() => shared?.close())

/** A copy of the folder of a server that runs and has just written, as a crash leaves it. */
async function crashedCopy(t: TestContext) {
  shared ??= await startAppliance({ settings: { SVC_OPS_PORT: '0' } })
  const { appliance, clock, dataDir: root } = shared
  await verifyInSandbox(shared)
  // More than the commands of a test add to a copy that has lost them.
  await addEntries(appliance, 5)
  const { sequence } = await findHead(appliance.db.reader)
  clock.advance(2_000)
  const mark = join(appliance.config.dataDir, 'audit-head')
  await until(() => readFileSync(mark, 'utf8').includes(` ${sequence}:`))
  const dataDir = join(tempFolder(t), 'data')
  cpSync(appliance.config.dataDir, dataDir, { recursive: true })
  const env = {
    SVC_DATA_DIR: dataDir,
    SVC_MASTER_KEY_FILE: join(root, 'master.key'),
    SVC_CONFIG: join(tempFolder(t), 'svc.conf'),
    SVC_OPS_PORT: '0',
  }
  writeFileSync(env.SVC_CONFIG, '')
  return { dataDir, env, sequence, svc: (...args: string[]) => runSvc(args, { env }) }
}

async function serveBriefly(env: Readonly<Record<string, string>>) {
  const running = startSvc(['serve', '--port', '0'], { env })
  await Promise.race([running.seen('err', 'Stop with Ctrl-C').catch(() => {}), running.ended])
  running.signal('SIGTERM')
  const { status, out, err } = await running.ended
  const lines = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return { status, err: err.replaceAll(/\s+/g, ' '), lines }
}

function removeLog(dataDir: string): void {
  for (const end of ['-wal', '-shm']) rmSync(join(dataDir, `svc.db${end}`))
}

async function sweep(env: Readonly<Record<string, string>>): Promise<number> {
  const loaded = loadConfig({ profile: 'appliance', env })
  const appliance = await openAppliance(loaded, { log: silentLog })
  try {
    return await sweepOrphans(appliance, Date.UTC(2027, 0, 1))
  } finally {
    await appliance.close()
  }
}

/** An image file of a submission that only the lost log had. */
function leaveImage(dataDir: string): string {
  const folder = join(dataDir, 'images', '2026-11-21')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, newId('img', Date.UTC(2026, 10, 21)))
  writeFileSync(file, 'an image')
  return file
}

describe('a write-ahead log that was deleted after a crash', () => {
  test('is reported by every command that can tell, until the operator has settled it', async (t) => {
    const { dataDir, env, svc, sequence } = await crashedCopy(t)
    removeLog(dataDir)
    const image = leaveImage(dataDir)
    const status = await svc('status')
    assert.equal(status.status, 3)
    assert.match(status.out, /lacks entries that it had/)
    const before = await svc('audit', 'verify')
    assert.equal(before.status, 3)
    assert.match(before.out, /cut: entry \d+ +is the last entry/)

    const started = await serveBriefly(env)
    assert.equal(started.status, 0)
    assert.match(
      started.err,
      /warning: The database lacks entries that it had: .* svc help operating/,
    )
    const [lost] = started.lines.filter(({ event }) => event === 'audit_log_lost_entries')
    assert.deepEqual([lost.reason, lost.sequence], ['cut', sequence])
    assert.equal(await sweep(env), 0)
    assert.ok(existsSync(image), 'an image of a lost row is kept')
    const entries = JSON.parse((await svc('audit', 'list', '--json')).out)
    const [entry] = entries.items.filter(
      ({ action }: { action: string }) => action === 'audit.entries_lost',
    )
    assert.equal(entry.details.sequence, sequence)

    const again = await serveBriefly(env)
    assert.match(again.err, /lacks entries/)
    assert.deepEqual(
      again.lines.filter(({ event }) => event === 'audit_log_lost_entries'),
      [],
    )
    assert.equal((await svc('audit', 'verify')).status, 3)
    renameSync(join(dataDir, 'audit-heads-lost'), join(tempFolder(t), 'settled'))
    assert.equal((await svc('audit', 'verify')).status, 0)
    assert.doesNotMatch((await serveBriefly(env)).err, /lacks entries/)
    await sweep(env)
    assert.equal(existsSync(image), false, 'swept once it is settled')
  })

  test('is not suspected after a plain crash', async (t) => {
    const { env, svc } = await crashedCopy(t)
    const { status, err, lines } = await serveBriefly(env)
    assert.equal(status, 0)
    assert.doesNotMatch(err, /lacks entries/)
    const wrong = lines.filter(({ level }) => level === 'error')
    assert.deepEqual(wrong, [])
    assert.equal((await svc('audit', 'verify')).status, 0)
  })
})

test('an older copy of the database in the place of the newer one is noticed, too', async (t) => {
  const { dataDir, env } = await crashedCopy(t)
  assert.ok(shared)
  await addEntries(shared.appliance, 3)
  const newer = await crashedCopy(t)
  cpSync(join(newer.dataDir, 'audit-head'), join(dataDir, 'audit-head'))
  const { lines } = await serveBriefly(env)
  const [lost] = lines.filter(({ event }) => event === 'audit_log_lost_entries')
  assert.equal(lost.sequence, newer.sequence)
})

test('a deleted database is not replaced by a new one beside what is left', async (t) => {
  const { dataDir, env, svc } = await crashedCopy(t)
  rmSync(join(dataDir, 'svc.db'))
  for (const left of ['svc.db-wal', 'audit-head', 'images']) {
    if (left === 'images') leaveImage(dataDir)
    const there = readdirSync(dataDir)
    for (const command of ['serve', 'status', 'init']) {
      const { status, err } = await (command === 'serve' ? serveBriefly(env) : svc(command))
      assert.equal(status, 6, `${command}: ${err}`)
      assert.match(
        err.replaceAll(/\s+/g, ' '),
        /svc\.db is missing or empty, but .* restore a backup/,
      )
      assert.ok(err.includes(join(dataDir, left)), err)
    }
    assert.deepEqual(readdirSync(dataDir), there)
    rmSync(join(dataDir, left), { recursive: true })
  }
  assert.match((await svc('status')).err, /Run .*svc init once/)
})

describe('a damaged database', () => {
  const damages: Readonly<Record<string, (bytes: Buffer) => Buffer | undefined>> = {
    'with another header': (bytes) => bytes.fill(0x41, 0, 60),
    'cut in its middle': (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
    'of one half page': (bytes) => bytes.subarray(0, 2048),
    'with a broken schema': (bytes) => bytes.fill(0x5a, 100, 200),
  }
  for (const [name, damage] of Object.entries(damages)) {
    test(`${name} is refused in plain words, and left as it is`, async (t) => {
      const { dataDir, env, svc } = await crashedCopy(t)
      const file = join(dataDir, 'svc.db')
      removeLog(dataDir)
      const damaged = damage(readFileSync(file))
      writeFileSync(file, damaged ?? '')
      for (const command of ['serve', 'status']) {
        const { status, err } = await (command === 'serve' ? serveBriefly(env) : svc(command))
        assert.equal(status, 6, `${command}: ${err}`)
        assert.match(err.replaceAll(/\s+/g, ' '), /damaged.*restore a backup/)
        assert.doesNotMatch(err, /bug in svc| at .*\.ts/)
      }
      assert.deepEqual(readFileSync(file), damaged)
    })
  }

  test('with nothing in it is not filled anew', async (t) => {
    const { dataDir, env, svc } = await crashedCopy(t)
    removeLog(dataDir)
    writeFileSync(join(dataDir, 'svc.db'), '')
    for (const command of ['serve', 'status']) {
      const { status, err } = await (command === 'serve' ? serveBriefly(env) : svc(command))
      assert.equal(status, 6, `${command}: ${err}`)
      assert.match(err, /restore a backup/)
    }
    assert.equal(readFileSync(join(dataDir, 'svc.db')).length, 0)
  })
})
