// The image of a release and the file that runs it. Tests start no containers, so both are held to the product's
// defaults.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '../../../server/config.ts'
import { productVersion } from '../../../server/product-version.ts'

const product = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(join(product, path), 'utf8')
const image = read('scripts/package/Dockerfile')
const compose = read('scripts/package/compose.yaml')
const { config } = loadConfig({
  profile: 'appliance',
  env: {},
  productDir: join(product, 'scripts'),
})

describe('the image of a release', () => {
  test('is run under the version of this release', () => {
    assert.ok(compose.includes(`image: svc:${productVersion()}\n`))
  })

  test('listens and is asked for its health where the server does by default', () => {
    assert.ok(image.includes(`\nEXPOSE ${config.port}\n`))
    assert.match(compose, new RegExp(`- "\\d+:${config.port}"`))
    assert.ok(image.includes(`http://127.0.0.1:${config.ops.port}/readyz`))
  })

  test('is stopped by force only after the server has had its time', () => {
    const seconds = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])
    assert.ok(seconds * 1000 >= config.stopTimeoutMs + 15_000)
  })

  test('keeps in volumes what has to outlive it, and is run by the same user', () => {
    const volumes = JSON.parse(/^VOLUME (.+)$/m.exec(image)?.[1] ?? '')
    for (const volume of volumes) assert.match(compose, new RegExp(`- \\./\\w+:${volume}\n`))
    const user = /^USER (.+)$/m.exec(image)?.[1]
    assert.ok(compose.includes(`user: "${user}"`))
  })

  test('gives memory back as under systemd', () => {
    const [setting] = /MALLOC_\w+=\d+/.exec(read('cli/systemd-unit.ts')) ?? ['none']
    assert.ok(image.includes(`\nENV ${setting}\n`))
  })
})
