import assert from 'node:assert/strict'
import { chmodSync, copyFileSync, renameSync, rmSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { createMasterKey } from '../../../server/crypto/master-key.ts'
import { createReadiness } from '../../../server/monitoring/readiness.ts'
import { createKeySource } from '../../../server/operations/encryption-keys/key-source.ts'
import { rotateMaster } from '../../../server/operations/encryption-keys/rotate-master.ts'
import { verifyInSandbox } from '../../api/verifications/sandbox-client.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { startAppliance } from '../../support/running-appliance.ts'

describe('the source of the master key of a running server', () => {
  const app = openedBefore(startAppliance)

  const check = async () => (await app.appliance.keySource.check()).kind
  const events = () =>
    app.logLines
      .map((line) => JSON.parse(line) as { event: string; level: string; reason?: string })
      .filter(({ event }) => event.startsWith('master_key_source'))

  test('is missed once, named in the log, and found again; requests go on', async () => {
    const { masterKeyFile: file } = app.appliance.config
    assert.equal(await check(), 'well')
    renameSync(file, `${file}.away`)
    assert.deepEqual([await check(), await check()], ['lost', 'lost'])
    await verifyInSandbox(app)
    renameSync(`${file}.away`, file)
    assert.equal(await check(), 'well')
    assert.deepEqual(
      events().map(({ event, level }) => [event, level]),
      [
        ['master_key_source_lost', 'error'],
        ['master_key_source_recovered', 'info'],
      ],
    )
    assert.match(events()[0]?.reason ?? '', /master\.key/)
  })

  test('is lost with another key in its place, and with rights for others', async () => {
    const { masterKeyFile: file } = app.appliance.config
    copyFileSync(file, `${file}.kept`)
    rmSync(file)
    createMasterKey(file)
    assert.equal(await check(), 'lost')
    renameSync(`${file}.kept`, file)
    assert.equal(await check(), 'well')
    chmodSync(file, 0o644)
    assert.equal(await check(), 'lost')
    chmodSync(file, 0o600)
    assert.equal(await check(), 'well')
  })

  test('is not missed while the master key changes, before the server has taken the new one over', async () => {
    const change = await rotateMaster(app.appliance, fromCommandLine, undefined)
    assert.equal(change.kind, 'changed')
    const told = events().length
    assert.equal(await check(), 'well')
    assert.equal(events().length, told)
  })

  test('does not make the server unready when a command has just changed the master key', async () => {
    await rotateMaster(app.appliance, fromCommandLine, undefined)
    const checks = await createReadiness(app.appliance).check()
    assert.equal(checks.find(({ name }) => name === 'master_key')?.ok, true)
  })

  test('is never run if it is a command, which may ask for a person; only its wrapped file is looked for', async () => {
    const { appliance } = app
    const touched = `${app.dataDir}/touched`
    const config = { ...appliance.config, masterKeyCommand: ['/usr/bin/touch', touched] }
    const wrapped = { ...config, masterKeyWrappedFile: '/nowhere/wrapped' }
    assert.equal((await createKeySource({ ...appliance, config }).check()).kind, 'well')
    assert.equal((await createKeySource({ ...appliance, config: wrapped }).check()).kind, 'lost')
    assert.throws(() => rmSync(touched), /ENOENT/)
  })
})
