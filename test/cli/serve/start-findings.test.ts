// Slow: takes a second of processor time. serve.test.ts starts servers in the fast lane.

import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { tempFolder } from '../../support/temp-folder.ts'
import { type Installation, install } from '../installation.ts'
import { type RunInput, runSvc, startSvc } from '../memory-shell.ts'

const isRoot = process.geteuid?.() === 0

/** What a start says on stderr, with its status; stopped as soon as it serves. */
async function start(t: TestContext, { configFile }: Installation, input: RunInput = {}) {
  const running = startSvc(['serve', '--port', '0', '--config', configFile], input)
  t.after(() => running.signal('SIGTERM'))
  await Promise.race([running.seen('err', 'Stop with Ctrl-C').catch(() => {}), running.ended])
  running.signal('SIGTERM')
  const { status, out, err } = await running.ended
  return { status, out, err: err.replaceAll(/\s+/g, ' ') }
}

describe('an appliance does not start', () => {
  test('as root, unless the settings allow it', async (t) => {
    const installation = await install(t)
    const refused = await start(t, installation, { userId: 0 })
    assert.deepEqual([refused.status, refused.out], [6, ''])
    assert.match(refused.err, /does not start, because: This process runs as root/)
    assert.match(refused.err, /set SVC_ALLOW_ROOT=yes/)
    const allowed = await start(t, installation, { userId: 0, env: { SVC_ALLOW_ROOT: 'yes' } })
    assert.equal(allowed.status, 0)
    assert.doesNotMatch(allowed.err, /root/)
  })

  test('which a check of the settings says, too', async (t) => {
    const { configFile } = await install(t)
    const check = (input: RunInput) => runSvc(['config', 'check', configFile], input)
    const refused = await check({ userId: 0 })
    assert.equal(refused.status, 3)
    assert.match(refused.out, /cannot be used:\n {2}SVC_ALLOW_ROOT svc serve refuses: .* as root/)
    const allowed = await check({ userId: 0, env: { SVC_ALLOW_ROOT: 'yes' } })
    assert.equal(allowed.status, 0, allowed.out)
    chmodSync(configFile, 0o602)
    const open = await check({ userId: 1000 })
    assert.equal(open.status, 3)
    assert.match(open.out, /Every user of this machine can write .*svc\.conf/)
  })

  const places = {
    'the data folder': ({ dataDir }: Installation) => dataDir,
    'the database': ({ dataDir }: Installation) => join(dataDir, 'svc.db'),
    'the master key': ({ masterKeyFile }: Installation) => masterKeyFile,
    'the settings': ({ configFile }: Installation) => configFile,
  }
  for (const [name, placeIn] of Object.entries(places)) {
    test(`where others can write ${name}, and says which`, async (t) => {
      const installation = await install(t)
      const place = placeIn(installation)
      chmodSync(place, 0o702)
      const { status, err } = await start(t, installation)
      assert.equal(status, 6)
      assert.ok(err.includes(`Every user of this machine can write ${place}. Run: chmod o-w`), err)
    })
  }

  test('on what belongs to another user', {
    skip: !isRoot && 'only root can give files away',
  }, async (t) => {
    const installation = await install(t)
    const { dataDir, masterKeyFile } = installation
    for (const place of [dataDir, masterKeyFile]) chownSync(place, 4242, 4242)
    const foreign = await start(t, installation, { userId: 1777 })
    assert.equal(foreign.status, 6)
    assert.ok(
      foreign.err.includes(
        `${dataDir} belongs to the user 4242, but this process runs as 1777. Run the command as 4242 or as root (sudo -u '#4242' svc ...).`,
      ),
      foreign.err,
    )
    assert.doesNotMatch(foreign.err, /chown/)
    // Its own user may take what is in the way.
    chownSync(dataDir, 1777, 1777)
    const own = await start(t, installation, { userId: 1777 })
    assert.ok(own.err.includes(`Give it to 1777: chown 1777 ${masterKeyFile}`), own.err)
  })
})

describe('a start is doubtful, and says so', () => {
  test('where a group can write the data folder', async (t) => {
    const installation = await install(t)
    chmodSync(installation.dataDir, 0o770)
    const { status, out, err } = await start(t, installation)
    assert.equal(status, 0)
    assert.match(err, /warning: The whole group \d+ can write/)
    assert.match(out, /"reason":"group_can_write"/)
  })

  test('where others can replace the data folder', async (t) => {
    const installation = await install(t)
    const above = dirname(installation.dataDir)
    chmodSync(above, 0o777)
    const { status, err } = await start(t, installation)
    assert.equal(status, 0)
    assert.ok(err.includes(`can replace what lies in ${above}`), err)
    chmodSync(above, 0o1777)
    assert.doesNotMatch((await start(t, installation)).err, /can replace/)
  })

  test('in the demo, which starts all the same', async (t) => {
    const dataDir = join(tempFolder(t), 'demo')
    mkdirSync(dataDir, { mode: 0o700 })
    chmodSync(dataDir, 0o777)
    const args = ['serve', '--demo', '--empty', '--port', '0', '--data-dir', dataDir]
    const running = startSvc(args, { userId: 0 })
    await running.seen('out', 'Ctrl-C.\n')
    running.signal('SIGINT')
    const { status, err } = await running.ended
    assert.equal(status, 0)
    assert.match(err, /warning: This process runs as root/)
    assert.match(err, /warning: Every user of this machine can write/)
  })
})
