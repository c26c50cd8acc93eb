import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { unitAdvice } from '../../../cli/upgrade/unit-advice.ts'
import { loadConfig } from '../../../server/config.ts'
import { installRelease } from './release-scene.ts'

test('after an upgrade a unit that the release would write otherwise is named', async (t) => {
  const { root, folder, configFile, dataDir, svc } = await installRelease(t)
  const loaded = loadConfig({ profile: 'appliance', env: {}, productDir: folder, configFile })
  const config = { ...loaded.config, configFile }
  const scene = { installation: { root, current: '1.2.0' }, config, owner: undefined }
  const unitFile = join(folder, 'svc.service')
  const advise = () => unitAdvice(scene, { version: '1.2.0', unitFile }, process.env)
  assert.equal(await advise(), undefined, 'without a unit')
  const { out } = await svc(['init', '--print-unit', '--data-dir', dataDir])
  writeFileSync(unitFile, out)
  assert.equal(await advise(), undefined, 'with the same unit')
  writeFileSync(unitFile, out.replace('SystemCallErrorNumber=EPERM\n', ''))
  assert.match(
    `${await advise()}`,
    /^svc 1\.2\.0 writes another unit than .*svc\.service\. Compare/,
  )
})

test('svc upgrade apply and svc rollback both name a unit that is not of the release in use', async (t) => {
  const scene = await installRelease(t)
  writeFileSync(join(scene.folder, 'svc.service'), '[Service]\n')
  // Units are sought in the folder of systemd, which is not the tests' to write in.
  const options = ['--yes', '--service', `../../..${scene.folder}/svc`]
  const bundle = scene.bundle({ version: '1.3.0', trial: 'works' })
  const words = ['upgrade', 'apply', bundle, '--key', scene.publicKey]
  const forward = await scene.change([...words, ...options])
  assert.equal(forward.status, 0, forward.err)
  assert.match(forward.err, /svc 1\.3\.0 writes another unit than .*svc\.service/)
  const back = await scene.change(['rollback', ...options])
  assert.equal(back.status, 0, back.err)
  assert.match(back.err, /svc 1\.2\.0 writes another unit than .*svc\.service/)
})
