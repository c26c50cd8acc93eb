import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { productVersion } from '../../../server/product-version.ts'

const product = fileURLToPath(new URL('../../..', import.meta.url))
const folder = join(product, 'scripts/package')
const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8')
const compose = readFileSync(join(folder, 'compose.yaml'), 'utf8')

/** Files of a release that packaging makes. */
const made = ['runtime', 'release.json', 'SHA256SUMS', 'SHA256SUMS.sig', 'LICENCES.md', 'sbom.json']

describe('the container', () => {
  test('is copied from files that a release has', () => {
    const copies = [...dockerfile.matchAll(/^COPY --chown=0:0 (.+) \S+$/gm)]
    assert.equal(copies.length, dockerfile.match(/^COPY/gm)?.length)
    const sources = copies.flatMap(([, list = '']) => list.split(' '))
    const missing = sources.filter(
      (path) => !made.includes(path) && !existsSync(join(product, path)),
    )
    assert.deepEqual(missing, [])
    const needed = ['runtime', 'cli', 'server', 'console', 'data', 'node_modules', 'package.json']
    for (const path of needed) assert.ok(sources.includes(path), path)
  })

  test('runs without root, without a shell and with a read-only root', () => {
    assert.match(dockerfile, /^USER 65532:65532$/m)
    for (const word of ['ENTRYPOINT', 'CMD']) {
      const line = dockerfile.split('\n').find((one) => one.startsWith(word))
      assert.ok(Array.isArray(JSON.parse(line?.slice(word.length) ?? '')), word)
    }
    const health = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile)?.[1]
    assert.equal(JSON.parse(health ?? '')[0], '/opt/svc/runtime/bin/node')
    assert.doesNotMatch(dockerfile, /^RUN|:latest/m)
    assert.match(compose, /^ {4}read_only: true$/m)
    assert.match(compose, /^ {4}cap_drop: \[ALL\]$/m)
    // With another policy Docker leaves it stopped where a crash of its daemon has stopped it.
    assert.match(compose, /^ {4}restart: always$/m)
    // Docker keeps every line otherwise, until the disk is full.
    assert.match(compose, /^ {8}max-size: \d+m\n {8}max-file: "\d+"$/m)
    assert.ok(compose.includes(`image: svc:${productVersion()}\n`))
  })
})
