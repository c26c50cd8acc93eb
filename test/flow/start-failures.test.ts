import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { listenLocally } from '../../scripts/bench/listen-locally.ts'
import { databaseFile, openAppliance } from '../../server/appliance.ts'
import { loadConfig } from '../../server/config.ts'
import { createMasterKey } from '../../server/crypto/master-key.ts'
import { holdServerLock, serverLockFile } from '../../server/db/server-lock.ts'
import { startDemo } from '../../server/demo/start-demo.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { serve } from '../../server/serve.ts'
import { tempFolder } from '../support/temp-folder.ts'

for (const setting of ['SVC_PORT', 'SVC_OPS_PORT'] as const) {
  test(`a start that fails because ${setting} is taken lets the folder go again`, (t) =>
    assertLetsGo(t, setting))
}

async function assertLetsGo(t: TestContext, setting: 'SVC_PORT' | 'SVC_OPS_PORT'): Promise<void> {
  const folder = tempFolder(t)
  const neighbour = createServer()
  const port = await listenLocally(neighbour)
  t.after(() => neighbour.close())
  createMasterKey(`${folder}/master.key`)
  const env = {
    SVC_DATA_DIR: `${folder}/data`,
    SVC_MASTER_KEY_FILE: `${folder}/master.key`,
    SVC_PORT: '0',
    // By default the port after the other, which may be taken, too.
    SVC_OPS_PORT: '0',
    [setting]: String(port),
  }
  const loaded = loadConfig({ profile: 'appliance', env, productDir: folder })
  const appliance = await openAppliance(loaded, { log: silentLog })
  t.after(() => appliance.close())
  const start = serve(appliance, { runsSchedule: false })
  await assert.rejects(start, (error: NodeJS.ErrnoException & { readonly setting?: string }) => {
    assert.equal(error.code, 'EADDRINUSE')
    assert.equal(error.setting, setting === 'SVC_PORT' ? undefined : setting)
    return true
  })
  holdServerLock(serverLockFile(loaded.config.dataDir)).release()
}

test('a demo whose port is taken says so before it invents a fortnight', async (t) => {
  const dataDir = tempFolder(t)
  const neighbour = createServer()
  const port = await listenLocally(neighbour)
  t.after(() => neighbour.close())
  // The port after it may be taken, too.
  const env = { SVC_DATA_DIR: dataDir, SVC_PORT: String(port), SVC_OPS_PORT: '0' }
  const loaded = loadConfig({ profile: 'demo', env, productDir: dataDir })
  const listeners = { log: silentLog, onDelivery() {}, onSeeding() {} }
  await assert.rejects(startDemo(loaded, listeners), { code: 'EADDRINUSE', port })
  assert.equal(existsSync(databaseFile(loaded.config)), false)
})

test('a start that fails over a file of authorities lets go of the database', async (t) => {
  const folder = tempFolder(t)
  createMasterKey(`${folder}/master.key`)
  writeFileSync(`${folder}/ca.pem`, 'nothing of the kind')
  const env = {
    SVC_DATA_DIR: `${folder}/data`,
    SVC_MASTER_KEY_FILE: `${folder}/master.key`,
    SVC_WEBHOOK_CA_FILE: `${folder}/ca.pem`,
  }
  const { config, secrets } = loadConfig({ profile: 'appliance', env, productDir: folder })
  await assert.rejects(
    openAppliance({ config, secrets }, { log: silentLog }),
    /SVC_WEBHOOK_CA_FILE/,
  )
  // The last one to leave takes the write-ahead log along.
  assert.equal(existsSync(`${databaseFile(config)}-wal`), false)
})
