import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isAccepted,
  licenceFaults,
  licencePage,
  readLicencePage,
} from '../../../scripts/supply/licences.ts'
import { readShipment, type ShippedPackage, shipmentOf } from '../../../scripts/supply/lockfile.ts'

const { packages } = readShipment()

function aPackage(more: Partial<ShippedPackage>): ShippedPackage {
  return {
    name: 'left-over',
    version: '1.0.0',
    declared: 'MIT',
    integrity: undefined,
    isOptional: false,
    places: ['server'],
    uses: [],
    ...more,
  }
}

test('everything that is shipped has a licence that a bank can run', () => {
  assert.deepEqual(licenceFaults(packages), [])
})

test('the page of licences is what is shipped (npm run licences)', () => {
  assert.equal(readLicencePage(), licencePage(packages))
})

test('a package without a licence fails, and so does copyleft beyond LGPL', () => {
  const bad = ['GPL-3.0-only', 'AGPL-3.0-or-later', 'MIT AND GPL-2.0-only', 'UNLICENSED', 'Custom']
  for (const declared of bad) {
    assert.equal(licenceFaults([aPackage({ declared })]).length, 1, declared)
  }
  assert.match(licenceFaults([aPackage({ declared: undefined })])[0] ?? '', /declares no licence/)
})

test('of alternatives one is enough, of conditions that hold together none may be missing', () => {
  for (const good of [
    'MIT',
    '(MIT OR GPL-3.0-only)',
    'GPL-2.0-only OR (MIT AND Zlib)',
    'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  ]) {
    assert.equal(isAccepted(good), true, good)
  }
  for (const bad of ['', 'GPL-3.0-only', 'MIT AND', '(MIT', 'MIT)', 'MIT GPL-3.0-only']) {
    assert.equal(isAccepted(bad), false, bad)
  }
})

test('what is shipped is the server’s packages and the console’s, and no builder', () => {
  const places = new Map(packages.map((one) => [one.name, one.places]))
  assert.deepEqual(places.get('koa'), ['server'])
  assert.deepEqual(places.get('react-dom'), ['console'])
  // What a package of the console uses itself is in the pages too.
  assert.deepEqual(places.get('scheduler'), ['console'])
  for (const builder of ['vite', 'typescript', 'playwright', '@biomejs/biome', 'fast-check']) {
    assert.equal(places.get(builder), undefined, builder)
  }
})

test('a package in a nested folder is found there, and one that two use is listed once', () => {
  const entry = (version: string, more = {}) => ({ version, license: 'MIT', ...more })
  const lock = JSON.stringify({
    name: 'svc',
    version: '1.0.0',
    packages: {
      '': {},
      'node_modules/a': entry('1.0.0', { dependencies: { b: '^2.0.0' } }),
      'node_modules/a/node_modules/b': entry('2.0.0'),
      'node_modules/b': entry('1.0.0', { dev: true }),
      'node_modules/c': entry('1.0.0', { dev: true, dependencies: { b: '^1.0.0' } }),
    },
  })
  const found = shipmentOf(lock, ['c']).packages
  assert.deepEqual(
    found.map(({ name, version, places }) => [name, version, ...places]),
    [
      ['a', '1.0.0', 'server'],
      ['b', '1.0.0', 'console'],
      ['b', '2.0.0', 'server'],
      ['c', '1.0.0', 'console'],
    ],
  )
  assert.deepEqual(found[0]?.uses, ['b@2.0.0'])
})
