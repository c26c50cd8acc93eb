import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { faultOfMasterKeyFile } from '../../../cli/installed.ts'
import { loadConfig } from '../../../server/config.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const nobody = 65_534

test('a master key that was put back as root is given to the user of the server', (t) => {
  if (process.geteuid?.() !== 0) return t.skip('only root can become another user')
  const folder = tempFolder(t)
  chmodSync(folder, 0o755)
  const [dataDir, keyFile] = [join(folder, 'data'), join(folder, 'master.key')]
  mkdirSync(dataDir)
  chownSync(dataDir, nobody, nobody)
  writeFileSync(keyFile, '', { mode: 0o600 })
  const env = { SVC_DATA_DIR: dataDir, SVC_MASTER_KEY_FILE: keyFile }
  const { config } = loadConfig({ profile: 'appliance', env, readsNoFile: true })
  let fault: string | undefined
  try {
    process.seteuid?.(nobody)
    fault = faultOfMasterKeyFile(config)
  } finally {
    process.seteuid?.(0)
  }
  assert.match(
    fault ?? '',
    /^The user nobody may not read \S+master\.key: .* root \(mode 600\)\. Give it to nobody: chown nobody /,
  )
})
