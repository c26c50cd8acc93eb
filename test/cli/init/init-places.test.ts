import assert from 'node:assert/strict'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { requirePlacesOutside } from '../../../cli/init/init-places.ts'
import { openCliSession } from '../../../cli/session.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('svc init of a release refuses places in its folder, whichever way they are named', async (t) => {
  const folder = tempFolder(t)
  const release = join(folder, 'opt/1.2.0')
  mkdirSync(release, { recursive: true })
  symlinkSync('1.2.0', join(folder, 'opt/current'))
  const at = (...names: string[]) => join(folder, ...names)
  const ask = (config: string, dataDir: string, masterKeyFile: string) => {
    const session = openCliSession({ SVC_CONFIG: config }, () => ({}))
    const flags = { SVC_DATA_DIR: dataDir, SVC_MASTER_KEY_FILE: masterKeyFile }
    return requirePlacesOutside({ session }, { configFile: config, flags }, release)
  }
  const outside = [at('svc.conf'), at('opt/data'), at('opt/1.2.0-keys/key')] as const
  await ask(...outside)
  const [conf, data, key] = outside
  const through = at('opt/current/data/var/appliance')
  await assert.rejects(ask(conf, through, key), /put .*current.* into the folder of the release/)
  await assert.rejects(ask(at('opt/1.2.0/svc.conf'), data, key), /1\.2\.0\/svc\.conf/)
  await assert.rejects(ask(conf, release, at('opt/1.2.0/key')), /1\.2\.0 and .*1\.2\.0\/key into/)
  // A file that is there already counts as well as the flags.
  writeFileSync(conf, `SVC_MASTER_KEY_FILE=${at('opt/1.2.0/key')}\n`, { mode: 0o600 })
  const session = openCliSession({ SVC_CONFIG: conf }, () => ({}))
  const flags = { SVC_DATA_DIR: data }
  const asked = requirePlacesOutside({ session }, { configFile: conf, flags }, release)
  await assert.rejects(asked, /1\.2\.0\/key into the folder/)
  assert.ok(!existsSync(join(release, 'data')), 'nothing was made')
})
