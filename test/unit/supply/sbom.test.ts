import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readShipment } from '../../../scripts/supply/lockfile.ts'
import { sbomOf } from '../../../scripts/supply/sbom.ts'

const shipment = readShipment()
const sbom = sbomOf(shipment)

test('is a CycloneDX document of this release, with every shipped package in it', () => {
  assert.deepEqual([sbom.bomFormat, sbom.specVersion, sbom.version], ['CycloneDX', '1.6', 1])
  assert.match(
    sbom.serialNumber,
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  assert.equal(sbom.metadata.component.version, shipment.version)
  assert.equal(sbom.components.length, shipment.packages.length)
  const koa = sbom.components.find(({ name }) => name === 'koa')
  assert.match(koa?.purl ?? '', /^pkg:npm\/koa@\d/)
  assert.match(koa?.hashes?.[0]?.content ?? '', /^[0-9a-f]{128}$/)
  assert.deepEqual(koa?.licenses, [{ expression: 'MIT' }])
  const router = sbom.components.find(({ name }) => name === '@koa/router')
  assert.match(router?.purl ?? '', /^pkg:npm\/%40koa\/router@/)
})

test('names each component once, and every reference leads somewhere', () => {
  const refs = sbom.components.map((one) => one['bom-ref'])
  assert.equal(new Set(refs).size, refs.length)
  const known = new Set([...refs, sbom.metadata.component['bom-ref']])
  for (const { ref, dependsOn } of sbom.dependencies) {
    for (const one of [ref, ...dependsOn]) assert.ok(known.has(one), one)
  }
  const koa = sbom.dependencies.find(({ ref }) => ref.startsWith('pkg:npm/koa@'))
  assert.ok(koa?.dependsOn.some((one) => one.startsWith('pkg:npm/cookies@')))
})

test('is the same bytes each time, and another document once a version changes', () => {
  assert.equal(JSON.stringify(sbomOf(readShipment())), JSON.stringify(sbom))
  const [first, ...rest] = shipment.packages
  assert.ok(first)
  const changed = sbomOf({ ...shipment, packages: [{ ...first, version: '99.0.0' }, ...rest] })
  assert.notEqual(changed.serialNumber, sbom.serialNumber)
})
