import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { unitAdvice } from '../../cli/upgrade/unit-advice.ts'
import { loadConfig } from '../../server/config.ts'
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
