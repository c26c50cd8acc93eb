import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tempFolder } from '../../support/temp-folder.ts'
import { install } from '../installation.ts'
import { runSvc } from '../memory-shell.ts'

describe('--demo on the folder of an appliance', () => {
  for (const command of [
    ['keys', 'list'],
    ['verifications', 'list'],
    ['status'],
    ['webhooks', 'list'],
    ['usage'],
  ]) {
    test(`svc ${command.join(' ')} refuses, whatever the settings name`, async (t) => {
      const { svc, masterKeyFile } = await install(t)
      const env = { SVC_MASTER_KEY_FILE: masterKeyFile }
      const { status, out, err } = await svc([...command, '--demo'], { env })
      assert.equal(status, 6, err)
      assert.equal(out, '')
      assert.match(err, /data of an appliance, not of a demo/)
    })
  }
})

test('--demo with a folder that holds none names the command that starts one there', async (t) => {
  const folder = tempFolder(t)
  const { status, err } = await runSvc(['status', '--demo', '--data-dir', folder])
  assert.equal(status, 6)
  assert.ok(err.replaceAll(/\s+/g, ' ').includes(`svc serve --data-dir ${folder} --demo`), err)
})
